import type { GroupKind } from './group-contents.js';
import type { GroupFeatures } from './group-features.js';

/**
 * What each feature adds to the log-odds that a group is needed again before the next compaction:
 * a logistic regression over recorded sessions of all sources, `needed` as the laboratory counts
 * needed lines. Fitted without each source in turn it finds 0.70 of the future lines in 16,000
 * tokens, where the newest groups hold 0.65.
 */
const WEIGHTS = {
  bias: -2.06,
  logTokens: 0.07,
  logAge: -0.75,
  logFresh: 0.57,
  freshShare: 1.56,
  logQuoted: 0.32,
  logUses: -0.36,
  recentUse: -0.15,
  changedRead: -0.18,
  failed: -0.37,
};

const KIND_WEIGHTS: Readonly<Record<GroupKind, number>> = {
  user: -0.21,
  reply: 0.23,
  read: -0.21,
  search: -1.0,
  change: 0.53,
  run: -0.12,
  plan: -0.74,
  other: -1.36,
};

/** The chance that something of a group with these features is needed again soon, from 0 to 1. */
export function needChance(features: GroupFeatures, tokens: number): number {
  const { lines, fresh, lastUse, kind } = features;
  const logOdds =
    WEIGHTS.bias +
    KIND_WEIGHTS[kind] +
    WEIGHTS.logTokens * Math.log(1 + tokens) +
    WEIGHTS.logAge * Math.log(1 + features.age) +
    WEIGHTS.logFresh * Math.log(1 + fresh) +
    WEIGHTS.freshShare * (lines.size === 0 ? 0 : fresh / lines.size) +
    WEIGHTS.logQuoted * Math.log(1 + features.quoted) +
    WEIGHTS.logUses * Math.log(1 + features.uses) +
    WEIGHTS.recentUse * (lastUse === undefined ? 0 : 1 / Math.log2(2 + lastUse)) +
    WEIGHTS.changedRead * (features.changed && kind === 'read' ? 1 : 0) +
    WEIGHTS.failed * (features.failed ? 1 : 0);
  return 1 / (1 + Math.exp(-logOdds));
}
