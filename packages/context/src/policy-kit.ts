export { type Clamp, fillNewestFirst } from '@everlong/budget';
export type { TextCut } from '@everlong/core';
export type {
  CachePrices,
  CompactionDecision,
  Policy,
  PolicyContext,
  PolicyDecision,
  PolicySettings,
  PolicyTrigger,
  SnapshotFacts,
} from './policies/policy.js';
export { createPolicy, policyNames } from './presets/create-policy.js';
export type { PolicyName, PresetSettings } from './policies/preset-settings.js';
export { type CompactionCost, compactionCost } from './presets/everlong-allocation.js';
export { firstRefilled } from './presets/newest.js';
export { summaryDue, summaryTriggers } from './presets/summary-triggers.js';
export { groupsToCut, headAndTailCut } from './policies/truncation-rule.js';
export { type TurnGroups, turnsOf } from './policies/turn-groups.js';
export { REQUEST_SLACK_TOKENS } from './rendering/assemble-messages.js';
export {
  firstRecent,
  isReply,
  type MessageGroup,
  type RenderedEntry,
} from './rendering/message-group.js';
