import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';

import { messageText, type ModelMessage } from '../../packages/core/dist/index.js';

/** Messages of a log in LangChain's classes, and back; each message is converted once. */
export interface LangchainMessages {
  to(log: readonly ModelMessage[]): BaseMessage[];
  from(messages: readonly BaseMessage[]): ModelMessage[];
}

export function createLangchainMessages(): LangchainMessages {
  const converted = new WeakMap<ModelMessage, BaseMessage[]>();
  const byId = new Map<string, { base: BaseMessage; message: ModelMessage }>();
  /** What a middleware wrote, by its text, so that it is the same message in each request. */
  const written = new Map<string, ModelMessage>();

  function convert(message: ModelMessage): BaseMessage[] {
    const known = converted.get(message);
    if (known !== undefined) return known;
    const made = split(message).map((one) => {
      const id = String(byId.size);
      const base = toLangchain(one, id);
      byId.set(id, { base, message: one });
      return base;
    });
    converted.set(message, made);
    return made;
  }

  function restore(message: BaseMessage): ModelMessage {
    const known = byId.get(message.id ?? '');
    // A summary takes the id of the first message that it stands for.
    if (known?.base.content === message.content) return known.message;
    const key = `${ToolMessage.isInstance(message) ? message.tool_call_id : ''} ${message.text}`;
    const restored = written.get(key) ?? fromLangchain(message);
    written.set(key, restored);
    return restored;
  }

  return {
    to: (log) => log.flatMap(convert),
    from: (messages) => messages.map(restore),
  };
}

/** LangChain has one message for each tool result. */
function split(message: ModelMessage): ModelMessage[] {
  if (message.role !== 'tool' || message.content.length < 2) return [message];
  return message.content.map((part) => ({ ...message, content: [part] }));
}

function toLangchain(message: ModelMessage, id: string): BaseMessage {
  if (message.role === 'assistant') {
    const parts = typeof message.content === 'string' ? [] : message.content;
    const calls = parts.filter((part) => part.type === 'tool-call');
    return new AIMessage({
      id,
      content: messageText(message),
      tool_calls: calls.map(({ toolCallId, toolName, input }) => ({
        id: toolCallId,
        name: toolName,
        args: input as Record<string, unknown>,
      })),
    });
  }
  if (message.role !== 'tool') return new HumanMessage({ id, content: messageText(message) });
  const [part] = message.content;
  const result = part?.type === 'tool-result' ? part : undefined;
  return new ToolMessage({
    id,
    content: JSON.stringify(result?.output ?? ''),
    tool_call_id: result?.toolCallId ?? '',
    name: result?.toolName ?? '',
  });
}

/** What a middleware wrote: a cleared tool result, or a summary in the person's role. */
function fromLangchain(message: BaseMessage): ModelMessage {
  if (!ToolMessage.isInstance(message)) return { role: 'user', content: message.text };
  return {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: message.tool_call_id,
        toolName: message.name ?? '',
        output: { type: 'text', value: message.text },
      },
    ],
  };
}
