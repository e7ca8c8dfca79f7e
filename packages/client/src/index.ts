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
  Message,
  MessageInput,
  SdkFormat,
  SearchHit,
} from './resources/message-resources.js';
export type {
  Chat,
  ChatStopped,
  Context,
  PastRequest,
  Plan,
  PlanRange,
  Prepare,
  PreparedRequest,
  RequestBody,
} from './resources/request-resources.js';
export type {
  Compaction,
  CompactionPreview,
  CompactionUndone,
  NewCompaction,
} from './resources/compaction-resources.js';
export type { Deleted } from './resources/deleted.js';
export type { Job } from './resources/job-resources.js';
export type { Page, PageQuery } from './resources/page.js';
export type {
  NewSession,
  Rewound,
  Session,
  SessionEvent,
  SessionPatch,
  SessionSettings,
} from './resources/session-resources.js';
