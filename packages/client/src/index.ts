export { type Client, createClient } from './create-client.js';
export { type Operation, operations } from './transport/operations.js';
export { ApiError } from './transport/api-error.js';
export type { CallOptions } from './transport/call.js';
export type { ClientOptions } from './transport/client-options.js';
export type { FollowOptions } from './events/follow-session.js';
export type { ContextWatch, WatchOptions } from './events/watch-context.js';
export type { ListedSession, SessionList, SessionListOptions } from './calls/session-list.js';
export type { TenantLimits } from './calls/admin-calls.js';
export type {
  Forget,
  Forgotten,
  Learning,
  Learnings,
  LearningSearch,
  Memory,
  MemoryEntity,
  MemoryHit,
  MemoryHits,
  MemoryNote,
  MemoryProfile,
  MemorySearch,
  MemorySource,
  NewMemory,
  NewMemoryNote,
  OfAgent,
} from './resources/memory-resources.js';
export type {
  AuditEvent,
  Key,
  KeyWithSecret,
  Scope,
  Tenant,
  Usage,
  UsageDay,
  UsageTotals,
} from './resources/admin-resources.js';
export type {
  Append,
  AppendAs,
  Appended,
  Chat,
  ChatStopped,
  Compaction,
  CompactionPreview,
  CompactionUndone,
  Context,
  Deleted,
  Job,
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
  SdkFormat,
  SearchHit,
  Session,
  SessionEvent,
  SessionPatch,
  SessionSettings,
} from './resources/resources.js';
