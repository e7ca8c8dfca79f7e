import type { MessageGroup } from '../rendering/message-group.js';
import { type GroupContents, type GroupKind, readContents } from './group-contents.js';

/**
 * What each feature adds to the log-odds that a group is needed again before the next compaction:
 * a logistic regression over recorded sessions of all sources, `needed` as the laboratory counts
 * needed lines and values. `pnpm --filter @everlong/replay lab:working-set` fits it and says what
 * it finds in sources that it was not fitted on.
 */
const NEED_WEIGHTS = {
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
  user: -0.21,
  reply: 0.23,
  read: -0.21,
  search: -1,
  change: 0.53,
  run: -0.12,
  plan: -0.74,
  other: -1.36,
} as const satisfies NeedWeights;

/** A weight for each feature that has one. */
export type NeedWeights = Partial<Record<NeedFeature, number>>;

type NeedFeature = keyof PlainFeatures | GroupKind;

/** What a group is judged by, in addition to its kind. */
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
  | 'failed',
  number
>;

/** Signs in the log of how likely a group is needed again. */
export interface GroupFeatures extends GroupContents {
  /** Groups that follow it. */
  age: number;
  /** Of its lines, those that no later group holds, and those that the assistant wrote later. */
  fresh: number;
  quoted: number;
  /** How often later calls name one of its files, and how many groups follow the newest of them. */
  uses: number;
  lastUse: number | undefined;
  /** Whether a later call changed one of its files. */
  changed: boolean;
}

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
  const { lines, fresh, lastUse, kind } = features;
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
  };
}

/** The features of groups (oldest first), in one pass from the newest. */
export function groupFeatures(groups: readonly MessageGroup[]): GroupFeatures[] {
  const held = new Set<string>();
  const written = new Set<string>();
  const uses = new Map<string, { count: number; last: number; changed: boolean }>();
  const features: GroupFeatures[] = [];
  for (let index = groups.length - 1; index >= 0; index--) {
    const group = groups[index];
    if (group === undefined) continue;
    const contents = readContents(group);
    const age = groups.length - 1 - index;
    let fresh = 0;
    let quoted = 0;
    for (const line of contents.lines) {
      if (!held.has(line)) fresh++;
      if (written.has(line)) quoted++;
    }
    const later = [...contents.files].flatMap((file) => uses.get(file) ?? []);
    features.push({
      ...contents,
      age,
      fresh,
      quoted,
      uses: later.reduce((most, { count }) => Math.max(most, count), 0),
      lastUse: later.length === 0 ? undefined : Math.min(...later.map(({ last }) => last)),
      changed: later.some(({ changed }) => changed),
    });
    for (const line of contents.lines) held.add(line);
    for (const line of contents.written) written.add(line);
    for (const file of contents.files) {
      const { count = 0, last = age, changed = false } = uses.get(file) ?? {};
      uses.set(file, { count: count + 1, last, changed: changed || contents.kind === 'change' });
    }
  }
  return features.toReversed();
}
