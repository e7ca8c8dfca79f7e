import type { JsonValue, ModelMessage } from '@everlong/core';

/** A stored message. */
export interface Message {
  object: 'message';
  id: string;
  session_id: string;
  /** Its place in the session, from 0 without gaps. */
  seq: number;
  created_at: string;
  /** Bytes are base64. */
  message: ModelMessage;
  /** The model that wrote it. */
  model?: string | undefined;
  /** What the provider billed for it. */
  usage?: Record<string, unknown> | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** Withdrawn by a rewind, an edit or a regenerated answer: no request shows it. */
  withdrawn?: true | undefined;
}

/** A message with metadata; one whose id is stored already is not stored again. */
export interface MessageInput {
  /** Default: a UUID. */
  id?: string;
  /** In the shape of the AI SDK. */
  message: ModelMessage;
  /** ISO 8601. Default: now. */
  created_at?: string;
  /** The model that wrote it. */
  model?: string;
  /** Kept with the message, and never sent to a model. */
  metadata?: Record<string, JsonValue>;
}

/** Messages to append: all are stored or none. */
export interface Append {
  /** A message with an `id` is stored once under it. */
  messages: ((ModelMessage & { id?: string }) | MessageInput)[];
  /** Append only if the session has exactly this many messages. */
  expected_seq?: number;
}

/** The SDK formats that `append` reads and `prepare` writes. */
export type SdkFormat =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic'
  | 'gemini'
  | 'langchain'
  | 'ai-sdk';

/** A message of another SDK, a list of them, or the body of a request or response. */
export interface AppendAs {
  /** The SDK they come from. */
  as: SdkFormat;
  /** A message of that SDK, a list of them, or the body of a request or response. */
  messages: object;
  /** Append only if the session has exactly this many messages. */
  expected_seq?: number;
}

/** The messages as stored, in order; those that were there already among them. */
export interface Appended {
  object: 'list';
  data: Message[];
  /** The `seq` of the session's next message. */
  next_seq: number;
}

/** A message that a search found. */
export interface SearchHit {
  /** The id of the message. */
  id: string;
  session_id: string;
  seq: number;
  /** Higher is better; comparable within one answer only. */
  score: number;
  /** The text around what was found, secrets redacted. */
  excerpt: string;
}
