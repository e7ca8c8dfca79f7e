export { openSession } from './open-session.js';
export type { SessionOptions } from './session-config.js';
export type {
  Appendable,
  CompactResult,
  PreparedRequest,
  PrepareOptions,
  RecoverResult,
  Session,
} from './session.js';
export type { ContextLevel, ContextState, ContextTrigger } from './context-state.js';
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
