export { appendNewMessages } from './append-new-messages.js';
export {
  type CacheBreakpointOptions,
  type CacheMarker,
  type MarkedInstructions,
  type MarkedRequest,
  withCacheBreakpoints,
} from './cache-breakpoints.js';
export {
  type ContextMiddleware,
  type ContextMiddlewareOptions,
  createContextMiddleware,
} from './context-middleware.js';
export { createHistoryTools, type HistoryToolsOptions } from './history-tools.js';
export { messageMetadata, type SessionMessageMetadata } from './message-metadata.js';
export { toVersion6Message } from './message-versions.js';
export {
  createPrepareStep,
  type PreparedStep,
  type PrepareStep,
  type PrepareStepOptions,
  type Step,
  type StepInstructions,
} from './prepare-step.js';
export type {
  ProviderCall,
  ProviderContent,
  ProviderMessage,
  ProviderModel,
  ProviderResult,
  ProviderUsage,
  SupportedUrls,
} from './provider-model.js';
