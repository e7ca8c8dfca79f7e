/* Written by the server's tests from its OpenAPI document: `vitest run --project services packages/server -u`. */
/* oxlint-disable max-lines */
import type { ContextState, ModelMessage } from '@everlong/core';

/** Every call of the API that the client makes, by its name in the OpenAPI document. */
export const operations = {
  listSessions: 'GET /v1/sessions',
  createSession: 'POST /v1/sessions',
  getSession: 'GET /v1/sessions/{id}',
  updateSession: 'PATCH /v1/sessions/{id}',
  deleteSession: 'DELETE /v1/sessions/{id}',
  listMessages: 'GET /v1/sessions/{id}/messages',
  appendMessages: 'POST /v1/sessions/{id}/messages',
  getMessage: 'GET /v1/sessions/{id}/messages/{message}',
  getContext: 'GET /v1/sessions/{id}/context',
  prepareRequest: 'POST /v1/sessions/{id}/prepare',
  explainRequest: 'GET /v1/sessions/{id}/requests/{seq}',
  recordUsage: 'POST /v1/sessions/{id}/usage',
  answerChat: 'POST /v1/chat',
  resumeChat: 'GET /v1/chat/{id}/stream',
  stopChat: 'POST /v1/chat/{id}/stop',
  listCompactions: 'GET /v1/sessions/{id}/compactions',
  createCompaction: 'POST /v1/sessions/{id}/compactions',
  undoCompaction: 'POST /v1/sessions/{id}/compactions/undo',
  search: 'GET /v1/search',
  searchSession: 'GET /v1/sessions/{id}/search',
  forkSession: 'POST /v1/sessions/{id}/fork',
  rewindSession: 'POST /v1/sessions/{id}/rewind',
  exportSession: 'GET /v1/sessions/{id}/export',
  getMemoryProfile: 'GET /v1/memories/profile',
  searchLearnings: 'POST /v1/memories/learnings',
  writeMemoryNote: 'POST /v1/memories/notes',
  listMemories: 'GET /v1/memories',
  writeMemory: 'POST /v1/memories',
  getMemory: 'GET /v1/memories/{id}',
  deleteMemory: 'DELETE /v1/memories/{id}',
  searchMemories: 'POST /v1/memories/search',
  getMemoryEntity: 'GET /v1/memories/entities/{name}',
  forgetMemories: 'POST /v1/memories/forget',
  followSession: 'GET /v1/sessions/{id}/events',
  listJobs: 'GET /v1/jobs',
  getJob: 'GET /v1/jobs/{id}',
  listKeys: 'GET /v1/keys',
  createKey: 'POST /v1/keys',
  rotateKey: 'POST /v1/keys/{id}/rotate',
  revokeKey: 'DELETE /v1/keys/{id}',
  getUsage: 'GET /v1/usage',
  listAuditEvents: 'GET /v1/audit',
  listTenants: 'GET /v1/tenants',
  createTenant: 'POST /v1/tenants',
  updateTenant: 'PATCH /v1/tenants/{id}',
  deleteTenant: 'DELETE /v1/tenants/{id}',
  exportTenant: 'GET /v1/tenants/{id}/export',
} as const;

/** The name of a call in the server's OpenAPI document. */
export type Operation = keyof typeof operations;

/** A conversation. */
export interface Session {
  object: 'session';
  id: string;
  agent: string;
  title: string | null;
  metadata: Record<string, unknown>;
  /** A name of the model registry, for counting, limits and prices; chats ask the upstream of this name. */
  model?: string | undefined;
  /** In tokens; replaces the model's. */
  context_window?: number | undefined;
  /** When to compact and what to keep. Default: the server's. */
  policy?: string | undefined;
  /** The upstream's model that writes summaries, booked to the tenant; `none`: code alone. */
  summary_model?: string | undefined;
  /** Also the `seq` of the next message. */
  message_count: number;
  /** Grows with every compaction and rewind; requests of one epoch share a prefix. */
  epoch: number;
  forked_from?: {
    session_id: string;
    through_seq: number;
  } | undefined;
  created_at: string;
  updated_at: string;
  /** Names this state, as the header ETag does: for If-Match. */
  etag: string;
}

/** A session to create. */
export interface NewSession {
  /** Default: a UUID. */
  id?: string | undefined;
  /** Groups sessions, and names the memory that they share. Default: "default". */
  agent?: string | undefined;
  title?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** A name of the model registry, for counting, limits and prices; chats ask the upstream of this name. */
  model?: string | undefined;
  /** In tokens; replaces the model's. */
  context_window?: number | undefined;
  /** When to compact and what to keep. Default: the server's. */
  policy?: string | undefined;
  /** The upstream's model that writes summaries, booked to the tenant; `none`: code alone. */
  summary_model?: string | undefined;
}

/** A change of a session; what it leaves out stays. */
export interface SessionPatch {
  /** null takes it back. */
  title?: string | null | undefined;
  /** Replaces all metadata. */
  metadata?: Record<string, unknown> | undefined;
  /** A name of the model registry, for counting, limits and prices; chats ask the upstream of this name. */
  model?: string | undefined;
  /** In tokens; replaces the model's. */
  context_window?: number | undefined;
  /** When to compact and what to keep. Default: the server's. */
  policy?: string | undefined;
  /** The upstream's model that writes summaries, booked to the tenant; `none`: code alone. */
  summary_model?: string | undefined;
}

/** The answer to a deletion. */
export interface Deleted {
  object: 'deleted';
  id: string;
  deleted: true;
}

/** A stored message. */
export interface Message {
  object: 'message';
  id: string;
  session_id: string;
  /** Its place in the session, from 0 without gaps. */
  seq: number;
  created_at: string;
  /** A message of AI SDK 7. Files are base64 or a URL, which is never fetched. */
  message: ModelMessage;
  /** The model that wrote it. */
  model?: string | undefined;
  /** The tokens that the provider billed for it. */
  usage?: Record<string, unknown> | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** Withdrawn by a rewind, an edit or a regenerated answer: no request shows it. */
  withdrawn?: true | undefined;
}

/** The messages as stored, in order; those that were there already among them. */
export interface Appended {
  object: 'list';
  data: Message[];
  /** The `seq` of the session's next message. */
  next_seq: number;
}

/** A message with its metadata. */
export interface MessageInput {
  /** A message is stored once under its id: sent again, even with other content, it stays as it is, and the answer shows it as stored. */
  id?: string | undefined;
  /** A message of AI SDK 7. Files are base64 or a URL, which is never fetched. */
  message: ModelMessage;
  /** Default: now. */
  created_at?: string | undefined;
  /** The model that wrote it. */
  model?: string | undefined;
  /** Kept with the message, and never sent to a model. */
  metadata?: Record<string, unknown> | undefined;
}

/** The SDKs whose messages are read and whose bodies are written. */
export type SdkFormat = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'langchain' | 'ai-sdk';

/** The gauge of a session. */
export interface Context {
  object: 'context';
  /** The session that it belongs to. */
  session_id: string;
  /** How full the next request is, and what fills it. `used` is occupancy, `spend` what was billed. */
  state: ContextState;
}

/** The next request, ready for `generateText` and `streamText`. */
export interface PreparedRequest {
  object: 'request';
  /** The session that it belongs to. */
  session_id: string;
  /** The system prompt to send, which may hold the summary. */
  instructions: string;
  /** To send as they are, in this order. */
  messages: ModelMessage[];
  /** How full the next request is, and what fills it. `used` is occupancy, `spend` what was billed. */
  state: ContextState;
  /** The fate of every message, in ranges of `seq`. */
  plan: RequestPlan;
}

/** The fate of every message, in ranges of `seq`. */
export interface RequestPlan {
  policy: string;
  epoch: number;
  /** In the order of `seq`; together they cover every message once. */
  ranges: PlanRange[];
  decision: {
    action: string;
    reason: string;
  };
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
  /** Tokens of the range in the request. */
  tokens: number;
}

/** The next request as another SDK sends it. */
export interface RequestBody {
  object: 'request_body';
  /** The session that it belongs to. */
  session_id: string;
  /** The SDKs whose messages are read and whose bodies are written. */
  as: SdkFormat;
  /** The SDK's request body, without the model and its settings. */
  body: Record<string, unknown>;
  /** For Anthropic: the names that the header `anthropic-beta` has to have. */
  betas: string[];
  /** Parts that this format cannot express. */
  losses: Record<string, unknown>[];
  /** How full the next request is, and what fills it. `used` is occupancy, `spend` what was billed. */
  state: ContextState;
  /** The fate of every message, in ranges of `seq`. */
  plan: RequestPlan;
}

/** The parts of a request besides the session's messages. */
export interface Prepare {
  /** The system prompt. */
  instructions?: string | undefined;
  /** A list of tools in the shape of OpenAI, Anthropic, Gemini or MCP, or an object of AI SDK tools by name. */
  tools?: object[] | Record<string, {
    description?: string | undefined;
    inputSchema?: unknown;
  }> | undefined;
  /** The answer is streamed, by the AI SDK: it writes tools for Anthropic otherwise then, and a provider's summary is asked for in the same bytes. Default false. */
  streamed?: boolean | undefined;
  /** The SDK whose body to write. Default: a request for the AI SDK. */
  as?: SdkFormat | undefined;
}

/** The request that the model saw at a message. */
export interface PastRequest {
  object: 'past_request';
  /** The session that it belongs to. */
  session_id: string;
  /** The system prompt to send, which may hold the summary. */
  instructions: string;
  /** To send as they are, in this order. */
  messages: ModelMessage[];
  /** How full the next request is, and what fills it. `used` is occupancy, `spend` what was billed. */
  state: ContextState;
  /** The fate of every message, in ranges of `seq`. */
  plan: RequestPlan;
  /** How many messages the session had then. */
  message_count: number;
  /** The message that answered it; null if none did. */
  answer_seq: number | null;
  /** True if the answer says which request it was; else it follows from the records. */
  certain: boolean;
  /** True if instructions and tools are those that the request was made with. */
  inputs_match: boolean;
}

/** The body that `useChat` posts, with the transport's `body` merged in. */
export interface Chat {
  /** The chat's id, and the session's unless X-Session-Id names one. */
  id?: string | undefined;
  /** The page's messages, as UI messages of the AI SDK. */
  messages: {
    id: string;
    role: 'system' | 'user' | 'assistant';
    parts: {
      type: string;
    }[];
  }[];
  /** The act of the user. */
  trigger?: 'submit-message' | 'regenerate-message' | undefined;
  /** The message to regenerate. */
  messageId?: string | undefined;
  /** The system prompt. */
  instructions?: string | undefined;
  /** Tools that the page runs, with the JSON Schema of their input. */
  tools?: Record<string, {
    description?: string | undefined;
    inputSchema: Record<string, unknown>;
  }> | undefined;
  /** Lets the model search and open older messages. Default: false. */
  history_tools?: boolean | undefined;
  /** Complete the answer even if the page leaves; only the stop route ends it then. Default: false. */
  resumable?: boolean | undefined;
}

/** The answer to stopping a chat. */
export interface ChatStopped {
  object: 'chat_stopped';
  session_id: string;
  /** false: no answer was running. */
  stopped: boolean;
}

/** One compaction, as recorded. */
export interface Compaction {
  object: 'compaction';
  id: string;
  /** The session that it belongs to. */
  session_id: string;
  /** The epoch that it began. */
  epoch: number;
  /** The epoch in which it was decided. */
  previous_epoch: number;
  /** `trim` leaves out, `mask` replaces tool results, `snapshot` adds a summary. */
  kind: 'trim' | 'mask' | 'snapshot';
  /** The last message that it decided on. */
  through_seq: number;
  reason: string;
  created_at: string;
  /** The text that replaces the covered messages; null without a snapshot. */
  summary: string | null;
  summary_tokens: number | null;
  /** It knew messages that were withdrawn since: its summary is not shown. */
  withdrawn?: true | undefined;
  /** The fate of the messages, by ranges of `seq`. */
  ranges: {
    from: number;
    to: number;
    disposition: string;
  }[];
  /** Tokens of the summarizer's model calls. */
  usage?: Record<string, unknown> | undefined;
}

/** The effect that a compaction would have; nothing is recorded. */
export interface CompactionPreview {
  object: 'compaction_preview';
  /** The session that it belongs to. */
  session_id: string;
  action: 'keep' | 'trim' | 'mask' | 'snapshot';
  reason: string;
  /** Tokens of the next request. */
  tokens_before: number;
  /** Tokens of the next request afterwards. */
  tokens_after: number;
  /** The text that code would write, without a model. */
  summary: string | null;
  /** The fate of the messages, by ranges of `seq`. */
  ranges: {
    from: number;
    to: number;
    disposition: string;
  }[];
  /** The price of the input of coming calls with and without it, in `unit`. */
  cost: {
    unit: 'usd' | 'tokens';
  };
}

/** Work that outlives its request. It can be read for seven days after its end. */
export interface Job {
  object: 'job';
  id: string;
  type: 'compaction' | 'retention' | 'extraction';
  /** null for a retention or an extraction, which are of all sessions. */
  session_id: string | null;
  status: 'queued' | 'running' | 'succeeded' | 'failed';
  /** How often it was begun. */
  attempts: number;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  /** The outcome; null until the job has succeeded. */
  result: {
    compacted: boolean;
    reason: string;
    /** Tokens of the next request. */
    tokens_before: number;
    /** Tokens of the next request afterwards. */
    tokens_after: number;
    epoch: number;
  } | {
    deleted_sessions: number;
  } | {
    caught_up_sessions: number;
  } | null;
  /** Why it failed; null otherwise. */
  error: string | null;
}

/** How to compact. Without fields: as the session's policy would. */
export interface NewCompaction {
  /** Facts that the summary should keep or stress. */
  instructions?: string | undefined;
  /** A summary written by a person, sent unchanged. */
  snapshot?: {
    text: string;
    /** The last message that it covers. Default: all that leave the request. */
    through_seq?: number | undefined;
  } | undefined;
  /** Only say what would happen: no job, no model, nothing recorded. Default: false. */
  dry_run?: boolean | undefined;
}

/** The answer to undoing the newest compaction. */
export interface CompactionUndone {
  object: 'compaction_undone';
  /** The session that it belongs to. */
  session_id: string;
  /** false: there was nothing to undo; `reason` says why. */
  undone: boolean;
  reason: string;
  /** Tokens of the next request. */
  tokens_before: number;
  /** Tokens of the next request afterwards. */
  tokens_after: number;
  epoch: number;
}

/** A message that a search found. */
export interface SearchHit {
  /** The id of the message. */
  id: string;
  /** The session that it belongs to. */
  session_id: string;
  seq: number;
  /** Higher is better; comparable within one answer only. */
  score: number;
  /** The text around what was found, secrets redacted. */
  excerpt: string;
}

/** The messages that a rewind withdrew. */
export interface Rewound {
  object: 'rewind';
  /** The session that it belongs to. */
  session_id: string;
  /** false: nothing that is not withdrawn came after the message. */
  rewound: boolean;
  /** The first message withdrawn. */
  from_seq: number;
  /** How many messages. */
  withdrawn: number;
  epoch: number;
}

/** Who the user is and what holds for the project, from what is known now. */
export interface MemoryProfile {
  object: 'memory_profile';
  /** Lines of Markdown; empty when nothing is known. */
  text: string;
  tokens: number;
  /** The memories that the text states. */
  memory_ids: string[];
  sources: MemorySource[];
}

/** The message that a memory comes from. */
export interface MemorySource {
  session_id: string;
  /** For a note: the numbers of its first and last message, such as "0-5". */
  message_id: string;
}

/** Best first. */
export interface Learnings {
  object: 'list';
  data: Learning[];
}

/** A lesson of an earlier run of tools for a task. */
export interface Learning {
  memory_id: string;
  text: string;
  task: string;
  /** When it last worked. */
  date: string;
  /** How often it was recalled. */
  uses: number;
  /** How often it worked. */
  successes: number;
  /** Comparable within one answer only. */
  score: number;
  tokens: number;
  sources: MemorySource[];
}

/** A search for what earlier runs of tools taught. */
export interface LearningSearch {
  /** The agent whose memory it is. Default: "default". */
  agent?: string | undefined;
  /** The task at hand. */
  query: string;
  /** Most learnings. Default: 5. */
  limit?: number | undefined;
  /** Most tokens of all texts together. Default: no limit. */
  max_tokens?: number | undefined;
}

/** The answer to a new note. */
export interface MemoryNote {
  object: 'memory_note';
  session_id: string;
  /** false: this range was noted before. */
  added: boolean;
}

/** A note on what a range of a session was about. */
export interface NewMemoryNote {
  /** The agent whose memory it is. Default: "default". */
  agent?: string | undefined;
  session_id: string;
  /** The first message of the range. */
  from_seq: number;
  /** The last message of the range. */
  through_seq: number;
  /** Default: now. */
  date?: string | undefined;
  text: string;
}

/** A fact. Nothing is overwritten: `superseded_by` names what replaced it. */
export interface Memory {
  object: 'memory';
  id: string;
  /** As a sentence. */
  text: string;
  subject: string;
  predicate: string;
  value: string;
  kind: string;
  /** one: a newer value replaces the older; many: values hold side by side. */
  cardinality: 'one' | 'many';
  /** The memory says that this does not hold. */
  negated: boolean;
  /** When it began to hold in the world; ISO 8601, as every time. */
  valid_from: string;
  /** When it ceased to hold; null: it still does. */
  valid_to: string | null;
  /** When it was learned. */
  recorded_at: string;
  /** When it was replaced or taken back; null while it counts. */
  retired_at: string | null;
  /** The id of the memory that replaced it. */
  superseded_by: string | null;
  /** Another valid memory contradicts it, and nothing decides between them. */
  disputed: boolean;
  /** A memory that it was derived from has been superseded. */
  stale: boolean;
  /** Always null: only a fact closes a fact. */
  outdated_since: string | null;
  /** From 0 to 1. */
  confidence: number;
  /** Who said it. */
  trust: 'user' | 'assistant' | 'tool';
  sources: MemorySource[];
}

/** A fact to store; one that is known already is not stored again. */
export interface NewMemory {
  /** The agent whose memory it is. Default: "default". */
  agent?: string | undefined;
  subject: string;
  predicate: string;
  value: string;
  /** one: a newer value replaces the older; many: values hold side by side. */
  cardinality?: 'one' | 'many' | undefined;
  /** Default: now. */
  valid_from?: string | undefined;
  /** Default: until something replaces it. */
  valid_to?: string | undefined;
  /** Who said it. Default: the user. */
  trust?: 'user' | 'assistant' | 'tool' | undefined;
}

/** Best first. */
export interface MemoryHits {
  object: 'list';
  data: MemoryHit[];
  /** Those of all texts together. */
  tokens: number;
}

/** A message (`episode`), a fact with its memory, or a note that a search found. */
export interface MemoryHit {
  kind: 'episode' | 'fact' | 'note';
  text: string;
  /** When it was said, or since when the fact holds. */
  date: string;
  /** The sum of the breakdown; comparable within one answer only. */
  score: number;
  /** The parts of the score, by name. */
  breakdown: Record<string, number>;
  /** Those of the text in one line with its date and speaker. */
  tokens: number;
  /** A name, else the role. */
  speaker: string | null;
  /** Who said it. */
  trust: 'user' | 'assistant' | 'tool';
  sources: MemorySource[];
  memory: Memory | null;
}

/** A search of messages, memories and notes. */
export interface MemorySearch {
  /** The agent whose memory it is. Default: "default". */
  agent?: string | undefined;
  query: string;
  /** Most hits. Default: 10. */
  limit?: number | undefined;
  /** Most tokens of all texts together. Default: no limit. */
  max_tokens?: number | undefined;
  /** Return what held at this time. */
  valid_at?: string | undefined;
  /** Return what was known at this time. */
  known_at?: string | undefined;
}

/** All that is known of a person or thing. */
export interface MemoryEntity {
  object: 'memory_entity';
  name: string;
  /** Its other names. */
  aliases: string[];
  memories: Memory[];
  /** Memories that no longer hold. */
  past: Memory[];
  /** Memories of others that name it as their value. */
  related: Memory[];
  /** With steps=2: memories of those others, and of what its own memories name. */
  beyond: Memory[];
  /** Messages that name it, newest first. */
  messages: MemoryHit[];
  /** Names that may mean the same. */
  suggestions: string[];
}

/** The memories that are forgotten, and where their content still stands. */
export interface Forgotten {
  object: 'forgotten';
  /** The memories that were deleted. */
  memory_ids: string[];
  /** Memories among them that do not name the entity: they were said in the same sentence. */
  also_forgotten: {
    memory_id: string;
    text: string;
  }[];
  /** How many messages memory forgot; the sessions keep them. */
  messages: number;
  /** How many notes were deleted. */
  notes: number;
  /** Sessions whose messages still contain it. */
  session_ids: string[];
  /** Other sessions that quote it: it was recalled there, or a message or a summary names it. */
  quoting_session_ids: string[];
}

/** A person or thing to forget, a session or one of its messages, or everything. */
export type Forget = {
  /** The agent whose memory it is. Default: "default". */
  agent?: string | undefined;
  entity: string;
} | {
  /** The agent whose memory it is. Default: "default". */
  agent?: string | undefined;
  session_id: string;
  message_id?: string | undefined;
} | {
  /** The agent whose memory it is. Default: "default". */
  agent?: string | undefined;
  everything: true;
};

/** An API key, without its secret. */
export interface Key {
  object: 'key';
  id: string;
  name: string;
  tenant: string;
  /** Each scope allows what those before it allow as well. */
  scope: 'read' | 'write' | 'admin';
  /** True if `X-Tenant-Id` may name any tenant. */
  all_tenants: boolean;
  created_at: string;
  /** null: never. */
  expires_at: string | null;
  /** null: it was not revoked. */
  revoked_at: string | null;
}

/** A key that was made, or given a new secret. */
export interface KeyWithSecret extends Key {
  /** Shown this once; only its hash is kept. */
  secret: string;
}

/** A key to create. */
export interface NewKey {
  name: string;
  /** Each scope allows what those before it allow as well. Default: "write". */
  scope?: 'read' | 'write' | 'admin' | undefined;
  /** Default: never. */
  expires_at?: string | undefined;
}

/** How to rotate a key. */
export interface RotateKey {
  /** How many seconds the old secret stays valid. Default: 0. */
  grace_seconds?: number | undefined;
}

/** The tokens of a tenant from one day through another, both included. */
export interface Usage extends UsageTotals {
  object: 'usage';
  tenant: string;
  from: string;
  through: string;
  /** Days with usage, in order. */
  days: UsageDay[];
  /** Left of this month's budget; null without one. */
  tokens_left: number | null;
}

/** The tokens of one day (UTC). */
export interface UsageDay extends UsageTotals {
  /** Such as `2026-01-31`. */
  date: string;
}

/** Tokens that models were asked and answered. */
export interface UsageTotals {
  /** Those read from and written to a provider's cache among them. */
  input_tokens: number;
  /** Reasoning among them. */
  output_tokens: number;
  /** Input tokens read from a provider's cache. */
  cache_read_tokens: number;
  /** Input tokens written to a provider's cache. */
  cache_write_tokens: number;
  /** How many calls of models. */
  calls: number;
  /** Tokens among the others that are the server's own count: of calls that ended before their provider reported any usage. */
  estimated_tokens: number;
}

/** One administrative act. */
export interface AuditEvent {
  object: 'audit_event';
  id: string;
  /** ISO 8601. */
  at: string;
  action: string;
  /** The id of the key, or other principal, that did it. */
  actor: string;
  /** The id of what it was done to. */
  target: string;
  /** The request's id in the server's log. */
  request_id: string | null;
}

/** An owner of sessions, keys and limits. */
export interface Tenant {
  object: 'tenant';
  id: string;
  created_at: string;
  /** null: no limit. */
  tokens_per_month: number | null;
  /** null: sessions are kept until they are deleted. */
  retention_days: number | null;
  /** The upstream's model that writes summaries, booked to the tenant; `none`: code alone. */
  summary_model: string | null;
}

/** A tenant to create. */
export interface NewTenant {
  id: string;
  /** Input and output of all its chats in a calendar month (UTC). */
  tokens_per_month?: number | null | undefined;
  /** Days after their last change that sessions are kept. */
  retention_days?: number | null | undefined;
  /** The upstream's model that writes summaries, booked to the tenant; `none`: code alone. */
  summary_model?: string | null | undefined;
}

/** Limits to change; null lifts one. */
export interface TenantPatch {
  /** Input and output of all its chats in a calendar month (UTC). */
  tokens_per_month?: number | null | undefined;
  /** Days after their last change that sessions are kept. */
  retention_days?: number | null | undefined;
  /** The upstream's model that writes summaries, booked to the tenant; `none`: code alone. */
  summary_model?: string | null | undefined;
}
