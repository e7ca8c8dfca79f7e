export {
  type ReplaySessionOptions,
  replaySession,
  type ReplaySettings,
} from './replay/replay-session.js';
export { namedPolicy } from './replay/named-policy.js';
export { createSimulatedCompactor } from './replay/simulated-compactor.js';
export { createSimulatedSummarizer } from './replay/simulated-summarizer.js';
export { standInSummary } from './replay/stand-in-summary.js';
export type { RequestMaker, RequestRoom } from './replay/manager-session.js';
export { DEFAULT_REPLAY_MODEL } from './replay/replay-session.js';
export {
  replayFiles,
  type ReplayFilesOptions,
  type ReplayProgress,
  type ReplayRun,
} from './replay/replay-files.js';
export { summarizeResults } from './report/summarize-results.js';
export { replayPage } from './report/replay-page.js';
export { formatReplayTable } from './report/format-replay-table.js';
export { drawPolicies, type PolicyPanel } from './report/draw-policies.js';
export type { SharePanel } from './report/draw-shares.js';
export { type SessionShare, type Spread, spreadOf } from './report/spread.js';
export type { ConstraintSpans } from './needs/constraint-labels.js';
export type {
  ClosedLoop,
  ConstraintsInForce,
  FileResult,
  LineCounts,
  NeededLines,
  NeededValues,
  PolicyResult,
  ReplayFailure,
  ReplayResult,
} from './report/replay-result.js';
export {
  type BreakpointCacheRules,
  type CacheLifetime,
  type CacheRules,
  findCacheRules,
  type LongestPrefixCacheRules,
} from './cache/cache-rules.js';
export type { CacheBlock } from './messages/cache-block.js';
export {
  type CacheOutcome,
  type CacheRequest,
  createPrefixCache,
  type PrefixCache,
  type PrefixCacheOptions,
} from './cache/prefix-cache.js';
export {
  type RecordedCache,
  type RecordedCacheOptions,
  simulateRecordedCache,
} from './cache/recorded-cache.js';
export { findUserConstraints, type UserConstraint } from './needs/user-constraints.js';
export {
  type AdapterBodies,
  type AdapterBodiesOptions,
  type AdapterRequest,
  createAdapterBodies,
} from './validity/adapter-bodies.js';
