export { appendNewMessages } from './append-new-messages.js';
export {
  type CacheBreakpointOptions,
  type CacheMarker,
  type MarkedInstructions,
  type MarkedRequest,
  withCacheBreakpoints,
} from '../request/cache-breakpoints.js';
export {
  type ContextMiddleware,
  type ContextMiddlewareOptions,
  createContextMiddleware,
} from './context-middleware.js';
export { type ContextToolsOptions, createContextTools } from './context-tools.js';
export { createHistoryTools, type HistoryToolsOptions } from './history-tools.js';
export { createMessageMetadata, type SessionMessageMetadata } from './create-message-metadata.js';
export { toAiSdk6Message } from '@everlong/core/internal';
export {
  createPrepareStep,
  type LoopStep,
  type PreparedStep,
  type PrepareStep,
  type PrepareStepOptions,
} from './prepare-step.js';
