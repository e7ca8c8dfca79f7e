import type { GroupKind } from './group-contents.js';
import type { GroupFeatures } from './group-features.js';

/**
 * What each feature adds to the log-odds that a group is needed again before the next compaction:
 * a logistic regression over recorded sessions of all sources, `needed` as the laboratory counts
 * needed lines and values. `pnpm --filter @everlong/replay lab:working-set` fits it and says what
 * it finds in sources that it was not fitted on.
 */
const NEED_WEIGHTS = {
  logTokens: -0.17,
  logAge: -0.8,
  logFresh: 0.7,
  freshShare: 1.79,
  logQuoted: 0.33,
  logUses: -0.39,
  recentUse: 0.08,
  changedRead: -0.16,
  failed: -0.4,
  logInNewest: 0.25,
  shareInNewest: -0.38,
  logInRequest: 0.12,
  logInPlan: -0.15,
  logOwnWords: -0.17,
  sameTurn: 0.15,
  user: -2.35,
  reply: 0.3,
  read: 0.08,
  search: -0.79,
  change: 0.71,
  run: 0.2,
  plan: -0.2,
  other: -0.98,
  bias: -1.5,
} as const satisfies NeedWeights;

/** A weight for each feature that has one. */
export type NeedWeights = Partial<Record<NeedFeature, number>>;

type NeedFeature = keyof PlainFeatures | GroupKind;

/** What a group is judged by, besides its kind. */
type PlainFeatures = Record<
  | 'bias'
  | 'logTokens'
  | 'logAge'
  | 'logFresh'
  | 'freshShare'
  | 'logQuoted'
  | 'logUses'
  | 'recentUse'
  | 'changedRead'
  | 'failed'
  | 'logInNewest'
  | 'shareInNewest'
  | 'logInRequest'
  | 'logInPlan'
  | 'logOwnWords'
  | 'sameTurn',
  number
>;

/** The chance that something of a group with these features is needed again soon, from 0 to 1. */
export function needChance(
  features: GroupFeatures,
  tokens: number,
  weights: NeedWeights = NEED_WEIGHTS,
): number {
  let logOdds = weights[features.kind] ?? 0;
  for (const [name, value] of Object.entries(plainFeatures(features, tokens))) {
    logOdds += value * (weights[name as NeedFeature] ?? 0);
  }
  return 1 / (1 + Math.exp(-logOdds));
}

/** The features as numbers, those of the kind apart. */
export function plainFeatures(features: GroupFeatures, tokens: number): PlainFeatures {
  const { lines, fresh, lastUse, kind, inNewest } = features;
  return {
    bias: 1,
    logTokens: Math.log(1 + tokens),
    logAge: Math.log(1 + features.age),
    logFresh: Math.log(1 + fresh),
    freshShare: lines.size === 0 ? 0 : fresh / lines.size,
    logQuoted: Math.log(1 + features.quoted),
    logUses: Math.log(1 + features.uses),
    recentUse: lastUse === undefined ? 0 : 1 / Math.log2(2 + lastUse),
    changedRead: features.changed && kind === 'read' ? 1 : 0,
    failed: features.failed ? 1 : 0,
    logInNewest: Math.log(1 + inNewest),
    shareInNewest: inNewest / (1 + features.words.size),
    logInRequest: Math.log(1 + features.inRequest),
    logInPlan: Math.log(1 + features.inPlan),
    logOwnWords: Math.log(1 + features.ownWords),
    sameTurn: features.sameTurn ? 1 : 0,
  };
}
