import type { ContextState, JsonValue, ModelMessage } from '@everlong/core';

/** A conversation. */
export interface Session {
  object: 'session';
  id: string;
  agent: string;
  title: string | null;
  metadata: Record<string, unknown>;
  model?: string | undefined;
  /** In tokens; replaces the model's. */
  context_window?: number | undefined;
  /** When to compact and what to keep; absent: the server's default. */
  policy?: string | undefined;
  /** Also the `seq` of the next message. */
  message_count: number;
  /** Grows with every compaction and rewind; requests of one epoch share a prefix. */
  epoch: number;
  forked_from?: { session_id: string; through_seq: number } | undefined;
  /** ISO 8601, here and below. */
  created_at: string;
  updated_at: string;
  /** Names this state: for `ifMatch`. */
  etag: string;
}

/** What may be set when a session is made and changed later. */
export interface SessionSettings {
  /** A name of the model registry, for counting, limits and prices, and of the chats' upstream. */
  model?: string;
  /** In tokens, from 100. Default: the model's. */
  context_window?: number;
  /** A preset such as `everlong`. Default: the server's. */
  policy?: string;
}

/** A session to create. */
export interface NewSession extends SessionSettings {
  /** At most 128 characters. Default: a UUID. An id that is taken is a 409. */
  id?: string;
  /** Groups sessions, and names the memory that they share. Default `default`. */
  agent?: string;
  title?: string;
  metadata?: Record<string, JsonValue>;
}

/** A change of a session; what it leaves out stays. */
export interface SessionPatch extends SessionSettings {
  /** At most 1,000 characters; `null` takes it back. */
  title?: string | null;
  /** Replaces all metadata. */
  metadata?: Record<string, JsonValue>;
}

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

/** What a request holds besides the session's messages. */
export interface Prepare {
  instructions?: string;
  /** In the shape of OpenAI, Anthropic, Gemini or MCP, or AI SDK tools by name. */
  tools?: object[] | Record<string, { description?: string; inputSchema: unknown }>;
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

/** One compaction, as recorded. */
export interface Compaction {
  object: 'compaction';
  id: string;
  session_id: string;
  /** The epoch that it began. */
  epoch: number;
  /** The epoch in which it was decided. */
  previous_epoch: number;
  /** `trim` leaves out, `mask` replaces tool results, `snapshot` adds a summary. */
  kind: 'trim' | 'mask' | 'snapshot';
  /** The last message that it decided on; later ones are sent as they are. */
  through_seq: number;
  reason: string;
  created_at: string;
  /** The text that replaces the covered messages; `null` without a snapshot. */
  summary: string | null;
  /** Of the summary; `null` without a snapshot. */
  summary_tokens: number | null;
  /** What becomes of the messages up to `through_seq`. */
  ranges: Pick<PlanRange, 'from' | 'to' | 'disposition'>[];
  /** What the summarizer's model calls took. */
  usage?: Record<string, unknown> | undefined;
}

/** How to compact. Without fields: as the session's policy would. */
export interface NewCompaction {
  /** What the summary should keep or stress. */
  instructions?: string;
  /** A summary written by a person, sent unchanged. */
  snapshot?: { text: string; through_seq?: number };
}

/** What a compaction would do; nothing is recorded. */
export interface CompactionPreview {
  object: 'compaction_preview';
  session_id: string;
  action: 'keep' | 'trim' | 'mask' | 'snapshot';
  reason: string;
  /** Of the next request. */
  tokens_before: number;
  /** Of the next request after the compaction. */
  tokens_after: number;
  /** The text that code would write, without a model; `null` without a snapshot. */
  summary: string | null;
  ranges: Pick<PlanRange, 'from' | 'to' | 'disposition'>[];
  /** What the input of coming calls costs with and without it, in `unit`. */
  cost: { unit: 'usd' | 'tokens' };
}

/** The answer to undoing the newest compaction. */
export interface CompactionUndone {
  object: 'compaction_undone';
  session_id: string;
  /** `false`: there was nothing to undo; `reason` says why. */
  undone: boolean;
  reason: string;
  /** Of the next request. */
  tokens_before: number;
  /** Of the next request, with the messages back in it. */
  tokens_after: number;
  epoch: number;
}

/** What a rewind withdrew. */
export interface Rewound {
  object: 'rewind';
  session_id: string;
  /** `false`: nothing that is not withdrawn came after the message. */
  rewound: boolean;
  /** The first message withdrawn. */
  from_seq: number;
  /** How many messages. */
  withdrawn: number;
  epoch: number;
}

/** Work that outlives its request. It can be read for seven days after its end. */
export interface Job {
  object: 'job';
  id: string;
  type: 'compaction' | 'retention' | 'extraction';
  /** `null` for a retention or an extraction, which are of all sessions. */
  session_id: string | null;
  status: 'queued' | 'running' | 'succeeded' | 'failed';
  /** How often it was begun. */
  attempts: number;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  /** What it did; `null` until the job has succeeded. */
  result:
    | {
        compacted: boolean;
        reason: string;
        tokens_before: number;
        tokens_after: number;
        epoch: number;
      }
    | { deleted_sessions: number }
    | { caught_up_sessions: number }
    | null;
  /** Why it failed; `null` otherwise. */
  error: string | null;
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

/** The answer to a deletion. */
export interface Deleted {
  object: 'deleted';
  id: string;
  deleted: true;
}

/** One page of a list. */
export interface Page<Item> {
  object: 'list';
  data: Item[];
  /** Pass it as `before` for the page before; `null` on an empty page. */
  first_id: string | null;
  /** Pass it as `after` for the next page; `null` on an empty page. */
  last_id: string | null;
  /** Whether a further page follows in this direction. */
  has_more: boolean;
}

/** Which page of a list. */
export interface PageQuery {
  /** The id that the page follows. Default: the start of the list. */
  after?: string;
  /** The id that the page precedes. */
  before?: string;
  /** At most so many items, up to 100. Default 20. */
  limit?: number;
  /** By time of creation. Default `desc`, newest first. */
  order?: 'asc' | 'desc';
}

/** A new message or record of a session. */
export interface SessionEvent {
  /** Resume after it with `lastEventId`. */
  id: string;
  event: 'message' | 'compaction' | 'record';
  /** The message, compaction or record. */
  data: Record<string, unknown>;
}
