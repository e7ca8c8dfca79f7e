export { createServer, type Server } from './app/create-server.js';
export { defaultLimits, type ServerLimits } from './config/server-limits.js';
export type { ServerLog, ServerOptions, SessionDefaults } from './config/server-options.js';
export type { FindUpstream, UpstreamModel } from './config/server-options.js';
export { createFactModel, type SummaryModelOptions } from './services/summary-models.js';
export { createMemoryState } from './state/memory-state.js';
export type {
  Place,
  ServerState,
  StateDocument,
  StateKind,
  StateQuery,
} from './state/server-state.js';
