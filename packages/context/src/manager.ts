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
export type { ManagerNumbers } from './context-manager/manager-limits.js';
export type { EstimateTokens } from './context-manager/message-counter.js';
export type { ContextManagerState } from './context-manager/usage-tracker.js';
