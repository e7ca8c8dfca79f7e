export { openSession } from './open-session.js';
export type { SessionOptions } from './session-config.js';
export type {
  Appendable,
  CompactResult,
  ExplainedRequest,
  ExplainOptions,
  PreparedRequest,
  PrepareOptions,
  RecoverResult,
  Session,
} from './session.js';
export type {
  BeforeCompactionEvent,
  CompactionEvent,
  OverflowEvent,
  SessionHooks,
} from './hooks.js';
export type { ContextLevel, ContextState, ContextTrigger, Truncation } from './context-state.js';
export type { Clamp, EntryExplanation, RequestPlan } from './request-plan.js';
export type {
  Policy,
  PolicyContext,
  PolicyDecision,
  PolicySettings,
  PolicyTrigger,
} from './policy.js';
export { createPolicy, type PolicyName, policyNames } from './policies.js';
export type { Unit } from './unit.js';
export {
  type ContextManager,
  type ContextManagerOptions,
  type ContextMessageMetadata,
  type ContextMetadataCallback,
  createContextManager,
} from './context-manager.js';
export {
  type ContextSummaryMetadata,
  isContextSummary,
  type ManagedMessage,
  type ManagedModelMessage,
  type ManagedUiMessage,
} from './manager/managed-message.js';
export type { EstimateTokens } from './manager/message-meter.js';
export type { ContextManagerState } from './manager/occupancy.js';
