import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  ToolMessage,
  trimMessages,
} from '@langchain/core/messages';

import type { ModelMessage } from '../../packages/core/dist/index.js';
import type { Trim } from './kept-log.ts';

/** `trimMessages` as its guide shows it: the last messages, beginning with one of a person. */
export const langchainTrim: Trim = async (log, { maxTokens, count }) => {
  const originals = new Map(log.map((message, index) => [String(index), message]));
  const originalOf = ({ id = '' }: BaseMessage): ModelMessage[] => {
    const message = originals.get(id);
    return message === undefined ? [] : [message];
  };
  const trimmed = await trimMessages(log.map(toLangchain), {
    maxTokens,
    strategy: 'last',
    startOn: 'human',
    endOn: ['human', 'tool'],
    tokenCounter: (messages) => count(messages.flatMap(originalOf)),
  });
  return trimmed.flatMap(originalOf);
};

function toLangchain(message: ModelMessage, index: number): BaseMessage {
  const id = String(index);
  const { role, content } = message;
  if (typeof content === 'string') {
    return role === 'assistant'
      ? new AIMessage({ id, content })
      : new HumanMessage({ id, content });
  }
  const [part] = content;
  if (part?.type === 'tool-call') {
    const { toolCallId, toolName, input } = part;
    const args = input as Record<string, unknown>;
    return new AIMessage({
      id,
      content: '',
      tool_calls: [{ id: toolCallId, name: toolName, args }],
    });
  }
  const result = part?.type === 'tool-result' ? part : undefined;
  return new ToolMessage({
    id,
    content: JSON.stringify(result?.output ?? ''),
    tool_call_id: result?.toolCallId ?? '',
  });
}
