export { appendNewMessages } from '../client-history/append-new-messages.js';
export {
  type CacheBreakpointOptions,
  type CacheMarker,
  type MarkedInstructions,
  type MarkedRequest,
  withCacheBreakpoints,
} from '../prompt-cache/cache-breakpoints.js';
export {
  type ContextMiddleware,
  type ContextMiddlewareOptions,
  createContextMiddleware,
} from '../model-calls/context-middleware.js';
export { type ContextToolsOptions, createContextTools } from './context-tools.js';
export { createHistoryTools, type HistoryToolsOptions } from './history-tools.js';
export {
  createMemoryFiles,
  type MemoryFileCommand,
  type MemoryFilesOptions,
} from './memory-files.js';
export { createMemoryTools, type MemoryToolsOptions } from './memory-tools.js';
export {
  createMessageMetadata,
  type SessionMessageMetadata,
} from '../chat-route/create-message-metadata.js';
export { toAiSdk6Message } from '@everlong/core/internal';
export {
  createPrepareStep,
  type LoopStep,
  type PreparedStep,
  type PrepareStep,
  type PrepareStepOptions,
} from './prepare-step.js';
export { createToolSearch, type ToolSearchOptions } from './tool-search.js';
export { type AgentHooks, createAgentHooks } from './create-agent-hooks.js';
export { type ChatBody, handleChat, type HandleChatOptions } from '../chat-route/handle-chat.js';
export { resumeChat, stopChat, type StopOutcome } from '../chat-route/resume-chat.js';
export type { SessionPlace } from '../session-work/session-home.js';
export { syncMessages, type SyncOptions } from '../client-history/sync-messages.js';
export type { SyncResult } from '../client-history/sync-result.js';
export type { SessionUiMessage } from '../ui-messages/session-ui-message.js';
export { toUIMessages, type ToUiOptions } from '../ui-messages/to-ui-messages.js';
