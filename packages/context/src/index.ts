export { createMemoryStore } from '@everlong/core';
export { openSession } from './session/open-session.js';
export { type BodyCompactorOptions, createBodyCompactor } from './session/body-compactor.js';
export type { SessionOptions } from './config/session-options.js';
export type {
  Appendable,
  CompactOptions,
  EditedSnapshot,
  ExplainOptions,
  PrepareOptions,
} from './session-work/call-options.js';
export type {
  CompactionCostForecast,
  CompactionPreview,
  CompactResult,
  ExplainedRequest,
  NoteResult,
  RewindResult,
} from './session-work/call-results.js';
export type { Session } from './session-work/session.js';
export type { Loss, SdkBodies, SdkFormat } from './session-work/sdk-formats.js';
export type { PreparedBody } from './session-work/prepared-body.js';
export type { ContextNote } from './state/context-notes.js';
export type { RecoverResult } from './config/recover-result.js';
export type {
  BeforeCompactionEvent,
  CompactionEvent,
  OverflowEvent,
  RewindEvent,
  ResourceContent,
  SessionHooks,
} from './config/hooks.js';
export type { ContextLevel, ContextState, ContextTrigger, Truncation } from '@everlong/core';
export {
  findQuotingSessions,
  type FindQuotingSessionsOptions,
} from './memory/find-quoting-sessions.js';
export { syncMemory, type SyncMemoryOptions, type SyncMemoryResult } from './memory/sync-memory.js';
export type { Clamp } from '@everlong/budget';
export type { PartLoss } from './rendering/part-loss.js';
export type { PreparedRequest } from './request/describe-request.js';
export type {
  EntryExplanation,
  EntryLoss,
  HookFailure,
  PlannedAddition,
  RequestPlan,
} from './request/request-plan.js';
export type {
  CachePrices,
  CompactionDecision,
  Policy,
  PolicyContext,
  PolicyDecision,
  Keep,
  PolicySettings,
  PolicyTrigger,
  SnapshotFacts,
} from './policies/policy.js';
export { createPolicy, policyNames } from './presets/create-policy.js';
export type { PolicyName, PresetSettings } from './policies/preset-settings.js';
export type { MessageGroup, RenderedEntry } from './rendering/message-group.js';
export { type ContextManager, createContextManager } from './context-manager/context-manager.js';
export type { ContextManagerOptions } from './context-manager/manager-options.js';
export type {
  ContextMessageMetadata,
  ContextMetadataCallback,
} from './context-manager/usage-metadata.js';
export {
  type ContextSummaryMetadata,
  isContextSummary,
  type ManagedMessage,
  type ManagedModelMessage,
  type ManagedUiMessage,
} from './context-manager/managed-message.js';
export type { EstimateTokens } from './context-manager/message-counter.js';
export type { ContextManagerState } from './context-manager/usage-tracker.js';
