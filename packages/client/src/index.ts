export { type Client, createClient } from './create-client.js';
export { type Operation, operations } from './operations.js';
export { ApiError } from './api-error.js';
export type { CallOptions, ClientOptions } from './transport.js';
export type { FollowOptions } from './follow-session.js';
export type { ContextWatch, WatchOptions } from './watch-context.js';
export type { TenantLimits } from './admin-calls.js';
export type {
  Forget,
  Forgotten,
  Memory,
  MemoryEntity,
  MemoryHit,
  MemoryHits,
  MemorySearch,
  MemorySource,
  NewMemory,
  OfAgent,
} from './memory-resources.js';
export type {
  Append,
  AppendAs,
  Appended,
  AuditEvent,
  Chat,
  ChatStopped,
  Compaction,
  CompactionPreview,
  CompactionUndone,
  Context,
  Deleted,
  Job,
  Key,
  KeyWithSecret,
  Message,
  MessageInput,
  NewCompaction,
  NewSession,
  Page,
  PageQuery,
  PastRequest,
  Plan,
  PlanRange,
  Prepare,
  PreparedRequest,
  RequestBody,
  Rewound,
  Scope,
  SdkFormat,
  SearchHit,
  Session,
  SessionEvent,
  SessionPatch,
  SessionSettings,
  Tenant,
  Usage,
  UsageDay,
  UsageTotals,
} from './resources.js';
