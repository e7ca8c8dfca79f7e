import type { ContextState, ModelMessage } from '@everlong/core';

import type { SdkFormat } from './message-resources.js';

/** What a request holds besides the session's messages. */
export interface Prepare {
  instructions?: string;
  /** In the shape of OpenAI, Anthropic, Gemini or MCP, or AI SDK tools by name. */
  tools?: object[] | Record<string, { description?: string; inputSchema: unknown }>;
  /** The answer is streamed, by the AI SDK: it writes tools for Anthropic otherwise then. */
  streamed?: boolean;
}

/** What `useChat` posts through the AI SDK's transport. */
export interface Chat {
  /** The session. */
  id: string;
  /** UI messages of the AI SDK. */
  messages: { id: string; role: 'system' | 'user' | 'assistant'; parts: { type: string }[] }[];
  /** What the user did. */
  trigger?: 'submit-message' | 'regenerate-message';
  /** The message to regenerate. */
  messageId?: string;
  /** The system prompt. */
  instructions?: string;
  /** Tools that the page runs, with the JSON Schema of their input. */
  tools?: Record<string, { description?: string; inputSchema: Record<string, unknown> }>;
  /** Whether the model may search and open older messages. Default false. */
  history_tools?: boolean;
  /** Complete the answer even if the page leaves. Default false. */
  resumable?: boolean;
}

/** The answer to stopping a chat. */
export interface ChatStopped {
  object: 'chat_stopped';
  session_id: string;
  /** `false`: no answer was running. */
  stopped: boolean;
}

/** The next request as another SDK sends it. */
export interface RequestBody {
  object: 'request_body';
  session_id: string;
  as: SdkFormat;
  /** The SDK's request body, without the model and its settings. */
  body: Record<string, unknown>;
  /** For Anthropic, what the header `anthropic-beta` has to name. */
  betas: string[];
  /** What this format cannot express. */
  losses: Record<string, unknown>[];
  state: ContextState;
  plan: Plan;
}

/** Messages next to each other that the request treats alike. */
export interface PlanRange {
  /** The first `seq`. */
  from: number;
  /** The last `seq`, itself included. */
  to: number;
  /** `verbatim`, `masked`, `truncated`, `summarized`, `dropped` or `omitted`. */
  disposition: string;
  reason: string;
  /** What the range takes in the request. */
  tokens: number;
}

/** What became of every message of the session. */
export interface Plan {
  policy: string;
  epoch: number;
  /** In the order of `seq`; together they cover every message once. */
  ranges: PlanRange[];
  decision: { action: string; reason: string };
}

/** The request to send to a model. */
export interface PreparedRequest {
  object: 'request';
  /** The session that it belongs to. */
  session_id: string;
  /** The system prompt to send, which may hold the summary. */
  instructions: string;
  /** To send as they are, in this order. */
  messages: ModelMessage[];
  /** How full the request is. */
  state: ContextState;
  /** What became of every message. */
  plan: Plan;
}

/** What the model saw at a message. */
export interface PastRequest extends Omit<PreparedRequest, 'object'> {
  object: 'past_request';
  /** How many messages the session had then. */
  message_count: number;
  /** The message that answered the request; `null` if none did. */
  answer_seq: number | null;
  /** Whether the answer says which request it was; else it follows from the records. */
  certain: boolean;
  /** Whether instructions and tools are those that the request was made with. */
  inputs_match: boolean;
}

/** The gauge of a session. */
export interface Context {
  object: 'context';
  /** The session that it belongs to. */
  session_id: string;
  /** How full the next request is, and what fills it. */
  state: ContextState;
}
