export { type ReplaySessionOptions, replaySession, type ReplaySettings } from './replay-session.js';
export { DEFAULT_REPLAY_MODEL } from './replay-session.js';
export {
  replayFiles,
  type ReplayFilesOptions,
  type ReplayProgress,
  type ReplayRun,
} from './replay-files.js';
export { summarizeResults } from './summarize-results.js';
export { formatReplayTable } from './format-replay-table.js';
export type {
  FileResult,
  NeededValues,
  PolicyResult,
  ReplayFailure,
  ReplayResult,
} from './replay-result.js';
export {
  type BreakpointCacheRules,
  type CacheLifetime,
  type CacheRules,
  findCacheRules,
  type LongestPrefixCacheRules,
} from './cache-rules.js';
export {
  type CacheBlock,
  type CacheOutcome,
  type CacheRequest,
  createPrefixCache,
  type PrefixCache,
  type PrefixCacheOptions,
} from './prefix-cache.js';
export {
  type RecordedCache,
  type RecordedCacheOptions,
  simulateRecordedCache,
} from './recorded-cache.js';
export { findUserConstraints, type UserConstraint } from './user-constraints.js';
export {
  type AdapterBodies,
  type AdapterBodiesOptions,
  type AdapterRequest,
  createAdapterBodies,
} from './adapter-bodies.js';
export {
  anthropicMessagesRules,
  geminiRules,
  openaiChatRules,
  openaiResponsesRules,
  validateAnthropicMessages,
  validateGemini,
  validateOpenAIChat,
  validateOpenAIResponses,
  type Violation,
} from './validators/index.js';
