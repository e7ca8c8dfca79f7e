export {
  type ContextManager,
  type ContextManagerOptions,
  type ContextMessageMetadata,
  type ContextMetadataCallback,
  createContextManager,
} from './context-manager/context-manager.js';
export {
  type ContextSummaryMetadata,
  isContextSummary,
  type ManagedMessage,
  type ManagedModelMessage,
  type ManagedUiMessage,
} from './context-manager/managed-message.js';
export type { ManagerNumbers } from './context-manager/manager-limits.js';
export type { EstimateTokens } from './context-manager/message-counter.js';
export type { ContextManagerState } from './context-manager/usage-tracker.js';
