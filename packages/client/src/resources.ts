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
  /** A name of the model registry: counting, limits and prices. Never called. */
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
  /** Replaces the metadata whole. */
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
  /** A rewind, an edit or a new answer took it back: no request shows it. */
  withdrawn?: true | undefined;
}

/** A message with its metadata; one with an id that is known is not stored again. */
export interface MessageInput {
  id?: string;
  message: ModelMessage;
  created_at?: string;
  model?: string;
  metadata?: Record<string, JsonValue>;
}

export interface Append {
  messages: (ModelMessage | MessageInput)[];
  /** Append only if the session has exactly so many messages. */
  expected_seq?: number;
}

/** What `append` and `prepare` speak besides the AI SDK's messages. */
export type SdkFormat =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic'
  | 'gemini'
  | 'langchain'
  | 'ai-sdk';

/** What another SDK has: a message, a list of them, the body of a request or a response. */
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
  /** As OpenAI, Anthropic, Gemini or MCP spell them, or the AI SDK's by name. */
  tools?: object[] | Record<string, { description?: string; inputSchema: unknown }>;
}

/** What `useChat` posts; the transport of the AI SDK makes it. */
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
  /** Whether the model may search and open what was said before. Default false. */
  history_tools?: boolean;
  /** Make the answer to its end although the page leaves. Default false. */
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
  /** Everything of the SDK's request but the model and its settings. */
  body: Record<string, unknown>;
  /** What the body cannot say of the request. */
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

/** What a model is to be sent. */
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
  /** What the summary is to keep or stress. */
  instructions?: string;
  /** A person's text for what leaves. */
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
  result: Record<string, unknown> | null;
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

/** Something that happened in a session. */
export interface SessionEvent {
  /** Where to go on: `lastEventId`. */
  id: string;
  event: 'message' | 'compaction' | 'record';
  data: Record<string, unknown>;
}
