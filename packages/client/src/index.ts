export { type Client, createClient } from './create-client.js';
export { ApiError } from './transport/api-error.js';
export type { CallOptions } from './transport/call.js';
export type { ClientOptions } from './transport/client-options.js';
export type { FollowOptions } from './events/follow-session.js';
export type { SessionEvent } from './events/streams.js';
export type { ContextWatch, WatchOptions } from './events/watch-context.js';
export type { Append, AppendAs } from './calls/append.js';
export type { Page, PageQuery } from './calls/page.js';
export type { ListedSession, SessionList, SessionListOptions } from './calls/session-list.js';
export {
  operations,
  type Appended,
  type AuditEvent,
  type Chat,
  type ChatStopped,
  type Compaction,
  type CompactionPreview,
  type CompactionUndone,
  type Context,
  type Deleted,
  type Forget,
  type Forgotten,
  type Job,
  type Key,
  type KeyWithSecret,
  type Learning,
  type LearningSearch,
  type Learnings,
  type Memory,
  type MemoryEntity,
  type MemoryHit,
  type MemoryHits,
  type MemoryNote,
  type MemoryProfile,
  type MemorySearch,
  type MemorySource,
  type Message,
  type MessageInput,
  type NewCompaction,
  type NewKey,
  type NewMemory,
  type NewMemoryNote,
  type NewSession,
  type NewTenant,
  type Operation,
  type PastRequest,
  type PlanRange,
  type Prepare,
  type PreparedRequest,
  type RequestBody,
  type RequestPlan,
  type Rewound,
  type RotateKey,
  type SdkFormat,
  type SearchHit,
  type Session,
  type SessionPatch,
  type Tenant,
  type TenantPatch,
  type Usage,
  type UsageDay,
  type UsageTotals,
} from './api.js';
