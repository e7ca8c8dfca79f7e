import type { ContextState, JsonValue, ModelMessage } from '@everlong/core';

/** A conversation. */
export interface Session {
  object: 'session';
  id: string;
  agent: string;
  title: string | null;
  metadata: Record<string, unknown>;
  model?: string | undefined;
  context_window?: number | undefined;
  policy?: string | undefined;
  /** Also the `seq` of the next message. */
  message_count: number;
  epoch: number;
  forked_from?: { session_id: string; through_seq: number } | undefined;
  /** ISO 8601, here and below. */
  created_at: string;
  updated_at: string;
}

export interface SessionSettings {
  /** A name of the model registry, for counting, limits and prices, and of the chats' upstream. */
  model?: string;
  context_window?: number;
  policy?: string;
}

export interface NewSession extends SessionSettings {
  id?: string;
  agent?: string;
  title?: string;
  metadata?: Record<string, JsonValue>;
}

export interface SessionPatch extends SessionSettings {
  title?: string;
  /** Replaces all metadata. */
  metadata?: Record<string, JsonValue>;
}

/** A stored message. */
export interface Message {
  object: 'message';
  id: string;
  session_id: string;
  seq: number;
  created_at: string;
  /** Bytes are base64. */
  message: ModelMessage;
  model?: string | undefined;
  usage?: Record<string, unknown> | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** Withdrawn by a rewind, an edit or a regenerated answer: no request shows it. */
  withdrawn?: true | undefined;
}

/** A message with metadata; one whose id is stored already is not stored again. */
export interface MessageInput {
  id?: string;
  message: ModelMessage;
  created_at?: string;
  model?: string;
  metadata?: Record<string, JsonValue>;
}

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
  as: SdkFormat;
  messages: object;
  expected_seq?: number;
}

export interface Appended {
  object: 'list';
  data: Message[];
  next_seq: number;
}

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
  trigger?: string;
  messageId?: string;
  instructions?: string;
  /** Tools that the page runs, with the JSON Schema of their input. */
  tools?: Record<string, { description?: string; inputSchema: Record<string, unknown> }>;
  /** Whether the model may search and open older messages. Default false. */
  history_tools?: boolean;
  /** Complete the answer even if the page leaves. Default false. */
  resumable?: boolean;
}

export interface ChatStopped {
  object: 'chat_stopped';
  session_id: string;
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

export interface PlanRange {
  from: number;
  to: number;
  disposition: string;
  reason: string;
  tokens: number;
}

/** What became of every message of the session. */
export interface Plan {
  policy: string;
  epoch: number;
  ranges: PlanRange[];
  decision: { action: string; reason: string };
}

/** The request to send to a model. */
export interface PreparedRequest {
  object: 'request';
  session_id: string;
  instructions: string;
  messages: ModelMessage[];
  state: ContextState;
  plan: Plan;
}

/** What the model saw at a message. */
export interface PastRequest extends Omit<PreparedRequest, 'object'> {
  object: 'past_request';
  message_count: number;
  answer_seq: number | null;
  certain: boolean;
  inputs_match: boolean;
}

export interface Context {
  object: 'context';
  session_id: string;
  state: ContextState;
}

export interface Compaction {
  object: 'compaction';
  id: string;
  session_id: string;
  epoch: number;
  previous_epoch: number;
  kind: 'trim' | 'mask' | 'snapshot';
  through_seq: number;
  reason: string;
  created_at: string;
  summary: string | null;
  summary_tokens: number | null;
  ranges: Pick<PlanRange, 'from' | 'to' | 'disposition'>[];
  usage?: Record<string, unknown> | undefined;
}

export interface NewCompaction {
  /** What the summary should keep or stress. */
  instructions?: string;
  /** A summary written by a person, sent unchanged. */
  snapshot?: { text: string; through_seq?: number };
}

export interface CompactionPreview {
  object: 'compaction_preview';
  session_id: string;
  action: 'keep' | 'trim' | 'mask' | 'snapshot';
  reason: string;
  tokens_before: number;
  tokens_after: number;
  summary: string | null;
  ranges: Pick<PlanRange, 'from' | 'to' | 'disposition'>[];
  cost: { unit: 'usd' | 'tokens' };
}

export interface CompactionUndone {
  object: 'compaction_undone';
  session_id: string;
  undone: boolean;
  reason: string;
  tokens_before: number;
  tokens_after: number;
  epoch: number;
}

/** What a rewind withdrew. */
export interface Rewound {
  object: 'rewind';
  session_id: string;
  rewound: boolean;
  from_seq: number;
  withdrawn: number;
  epoch: number;
}

export interface Job {
  object: 'job';
  id: string;
  type: 'compaction' | 'retention';
  session_id: string | null;
  status: 'queued' | 'running' | 'succeeded' | 'failed';
  attempts: number;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  /** What a compaction or a retention did; `null` until the job has succeeded. */
  result:
    | {
        compacted: boolean;
        reason: string;
        tokens_before: number;
        tokens_after: number;
        epoch: number;
      }
    | { deleted_sessions: number }
    | null;
  error: string | null;
}

export interface SearchHit {
  /** The id of the message. */
  id: string;
  session_id: string;
  seq: number;
  score: number;
  excerpt: string;
}

export type Scope = 'read' | 'write' | 'admin';

export interface Key {
  object: 'key';
  id: string;
  name: string;
  tenant: string;
  scope: Scope;
  all_tenants: boolean;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

export interface KeyWithSecret extends Key {
  /** Shown this once. */
  secret: string;
}

export interface Tenant {
  object: 'tenant';
  id: string;
  created_at: string;
  tokens_per_month: number | null;
  retention_days: number | null;
}

export interface UsageTotals {
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  calls: number;
  /**
   * Of the input and output: the server's own count of calls that ended before their provider
   * reported any usage.
   */
  estimated_tokens: number;
}

/** One day (UTC). */
export interface UsageDay extends UsageTotals {
  date: string;
}

export interface Usage extends UsageTotals {
  object: 'usage';
  tenant: string;
  from: string;
  through: string;
  days: UsageDay[];
  tokens_left: number | null;
}

export interface AuditEvent {
  object: 'audit_event';
  id: string;
  at: string;
  action: string;
  actor: string;
  target: string;
  request_id: string | null;
}

export interface Deleted {
  object: 'deleted';
  id: string;
  deleted: true;
}

/** One page of a list. */
export interface Page<Item> {
  object: 'list';
  data: Item[];
  first_id: string | null;
  last_id: string | null;
  has_more: boolean;
}

export interface PageQuery {
  after?: string;
  before?: string;
  limit?: number;
  order?: 'asc' | 'desc';
}

/** A new message or record of a session. */
export interface SessionEvent {
  /** Resume after it with `lastEventId`. */
  id: string;
  event: 'message' | 'compaction' | 'record';
  data: Record<string, unknown>;
}
