import type { OpenAIChatTool } from '../openai-chat/chat-message.js';

/**
 * A message as LangChain's models accept it besides message objects: `model.invoke(messages)`
 * converts it.
 */
export type LangChainMessage =
  | { role: 'system' | 'user'; content: string | LangChainBlock[] }
  | {
      role: 'assistant';
      content: string | LangChainBlock[];
      tool_calls?: LangChainToolCall[];
    }
  | {
      role: 'tool';
      content: string | LangChainBlock[];
      tool_call_id: string;
      name?: string;
      status?: 'success' | 'error';
    };

/** A block of content; its fields are those of its type. */
export type LangChainBlock = { type: string } & Record<string, unknown>;

/** A call of a tool, as an `AIMessage` holds it. */
export type LangChainToolCall = {
  type: 'tool_call';
  id: string;
  name: string;
  args: Record<string, unknown>;
};

/** The shapes in which LangChain keeps messages. */
export type LangChainShape =
  /** `{ role, content, ... }`, which models take. */
  | 'message'
  /** `{ type, data }`, which `mapStoredMessagesToChatMessages` takes. */
  | 'stored'
  /** `{ lc, type, id, kwargs }`, as `JSON.stringify` writes messages. */
  | 'serialized';

/** What `write` makes of a request: for `model.bindTools(tools).invoke(messages)`. */
export interface LangChainBody {
  messages: LangChainMessage[];
  tools?: OpenAIChatTool[];
}
