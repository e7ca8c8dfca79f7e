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
