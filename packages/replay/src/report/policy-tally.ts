import { percentile } from './percentile.js';
import type {
  ClosedLoop,
  ConstraintsInForce,
  LineCounts,
  NeedFigures,
  NeededLines,
  NeededValues,
  PolicyResult,
} from './replay-result.js';

/** Counts that the result holds as they are. */
type CountName =
  | 'requests'
  | 'refused'
  | 'overBudget'
  | 'invalid'
  | 'inputTokens'
  | 'cachedTokens'
  | 'cacheWriteTokens'
  | 'costUsd'
  | 'compactions'
  | 'summaryCalls'
  | 'stableRequests';

/** Everything that is counted while one policy is replayed. */
export interface PolicyTally extends Pick<PolicyResult, CountName> {
  /** What would have been served if cached prefixes never expired. */
  cachedTokensWithoutExpiry: number;
  /** The cost of the prompts if no cache served anything. */
  uncachedUsd: number;
  needs: NeedTally;
  lines: LineTally;
  edits: { edits: number; present: number; stale: number; absent: number };
  codeLength: { messages: number; phrases: number; logPhrases: number; extra: number };
  /** Labelled constraints at the first request after so many compactions. */
  constraintsInForce: ConstraintsInForce[];
  /** Only where the closed loop was walked. */
  closedLoop?: ClosedLoop;
  /** The needs of requests after at least so many compactions. */
  needsAfter: { compactions: number; needs: NeedTally }[];
  reacquireTokens: number;
  reacquireUsd: number;
  ledger: { rendered: number; used: number };
  snapshots: PolicyResult['snapshots'];
  snapshotLines: PolicyResult['snapshotLines'];
  /** Requests with a snapshot, and the tokens of these snapshots together. */
  snapshotRequests: number;
  snapshotTokens: number;
  recovered: number;
  constraints: { total: number; present: number };
  prepareMs: number[];
  problems: string[];
}

/** Needs that nothing brings back, and apart those that one read of a file does. */
export interface NeedTally extends NeedCounts {
  derivable: NeedCounts;
}

/** Needs, those of them that are met, and both for the ones at risk. */
export interface NeedCounts extends PresentCounts {
  atRisk: PresentCounts & { uncued: number; withCue: number };
}

/** Needs, those that are met, requests with a need, and the sum of their shares of needs met. */
export interface PresentCounts {
  needed: number;
  present: number;
  requests: number;
  recallSum: number;
}

/** The same for needed lines. */
export interface LineTally extends LineCounts {
  atRisk: { needed: number; present: number; stale: number };
  requests: number;
  recallSum: number;
  /** By kind and age of the source. */
  bySource: Record<string, LineCounts>;
}

/** The numbers of compactions after which needs are also counted separately. */
const COMPACTIONS: readonly number[] = [1, 3, 10];

function createNeedTally(): NeedTally {
  const none = { needed: 0, present: 0, requests: 0, recallSum: 0 };
  const counts = (): NeedCounts => ({ ...none, atRisk: { ...none, uncued: 0, withCue: 0 } });
  return { ...counts(), derivable: counts() };
}

function createLineTally(): LineTally {
  return {
    needed: 0,
    present: 0,
    stale: 0,
    regret: 0,
    atRisk: { needed: 0, present: 0, stale: 0 },
    requests: 0,
    recallSum: 0,
    bySource: {},
  };
}

export function createPolicyTally(): PolicyTally {
  return {
    requests: 0,
    refused: 0,
    overBudget: 0,
    invalid: 0,
    inputTokens: 0,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    cachedTokensWithoutExpiry: 0,
    costUsd: 0,
    uncachedUsd: 0,
    compactions: 0,
    summaryCalls: 0,
    stableRequests: 0,
    needs: createNeedTally(),
    lines: createLineTally(),
    edits: { edits: 0, present: 0, stale: 0, absent: 0 },
    codeLength: { messages: 0, phrases: 0, logPhrases: 0, extra: 0 },
    constraintsInForce: COMPACTIONS.map((compactions) => ({
      compactions,
      sessions: 0,
      labelled: 0,
      present: 0,
      withdrawnPresent: 0,
    })),
    needsAfter: COMPACTIONS.map((compactions) => ({ compactions, needs: createNeedTally() })),
    reacquireTokens: 0,
    reacquireUsd: 0,
    ledger: { rendered: 0, used: 0 },
    snapshots: { made: 0, maxTokens: 0, values: 0, invented: [] },
    snapshotLines: { total: 0, used: 0, lists: 0 },
    snapshotRequests: 0,
    snapshotTokens: 0,
    recovered: 0,
    constraints: { total: 0, present: 0 },
    prepareMs: [],
    problems: [],
  };
}

/** The most problems that a result lists. */
export const MAX_PROBLEMS = 5;

/** What identifies a result: everything but the numbers. */
export type PolicyHeading = Pick<PolicyResult, 'policy' | 'window' | 'reserve' | 'model'>;

/** The tally as a result; `isRange` if the provider does not guarantee cache hits. */
export function toPolicyResult(
  heading: PolicyHeading,
  tally: PolicyTally,
  isRange: boolean,
): PolicyResult {
  const { needs, ledger, costUsd } = tally;
  return {
    ...heading,
    requests: tally.requests,
    refused: tally.refused,
    overBudget: tally.overBudget,
    invalid: tally.invalid,
    inputTokens: tally.inputTokens,
    cachedTokens: tally.cachedTokens,
    cacheWriteTokens: tally.cacheWriteTokens,
    cacheHitRatio: ratio(tally.cachedTokens, tally.inputTokens),
    cacheHitRatioWithoutExpiry: ratio(tally.cachedTokensWithoutExpiry, tally.inputTokens),
    costUsd,
    ...(isRange ? { costRangeUsd: { min: costUsd, max: tally.uncachedUsd } } : {}),
    compactions: tally.compactions,
    summaryCalls: tally.summaryCalls,
    stableRequests: tally.stableRequests,
    neededValues: toNeededValues(needs),
    neededValuesAfter: tally.needsAfter.map((after) => ({
      compactions: after.compactions,
      ...toNeededValues(after.needs),
    })),
    neededLines: toNeededLines(tally.lines),
    editsApply: tally.edits,
    codeLength: tally.codeLength,
    constraintsInForce: tally.constraintsInForce,
    ...(tally.closedLoop === undefined ? {} : { closedLoop: tally.closedLoop }),
    reacquireTokens: tally.reacquireTokens,
    costWithMisses: costUsd + tally.reacquireUsd,
    ledgerPrecision: ratio(ledger.used, ledger.rendered),
    ledgerRendered: ledger.rendered,
    snapshots: tally.snapshots,
    snapshotLines: tally.snapshotLines,
    snapshotRequests: tally.snapshotRequests,
    snapshotTokens: ratio(tally.snapshotTokens, tally.snapshotRequests),
    recoverable: ratio(tally.recovered, unmetOf(needs) + unmetOf(needs.derivable)),
    constraints: tally.constraints,
    prepareMs: {
      p50: percentile(tally.prepareMs, 0.5),
      p99: percentile(tally.prepareMs, 0.99),
      max: Math.max(0, ...tally.prepareMs),
    },
    problems: tally.problems.slice(0, MAX_PROBLEMS),
  };
}

function toNeededLines({ atRisk, requests, recallSum, ...tally }: LineTally): NeededLines {
  const { needed, present, stale, regret, bySource } = tally;
  return {
    needed,
    present,
    stale,
    recall: ratio(present, needed),
    requests,
    meanRecall: ratio(recallSum, requests),
    atRisk: { ...atRisk, recall: ratio(atRisk.present, atRisk.needed) },
    regret,
    bySource,
  };
}

function unmetOf({ needed, present }: PresentCounts): number {
  return needed - present;
}

function toNeededValues({ derivable, ...counts }: NeedTally): NeededValues {
  return { ...toFigures(counts), derivable: toFigures(derivable) };
}

function toFigures({ needed, present, atRisk, requests, recallSum }: NeedCounts): NeedFigures {
  return {
    needed,
    present,
    recall: ratio(present, needed),
    requests,
    meanRecall: ratio(recallSum, requests),
    atRisk: {
      needed: atRisk.needed,
      present: atRisk.present,
      recall: ratio(atRisk.present, atRisk.needed),
      contextRecall: ratio(atRisk.withCue, atRisk.needed - atRisk.uncued),
      uncued: atRisk.uncued,
      requests: atRisk.requests,
      meanRecall: ratio(atRisk.recallSum, atRisk.requests),
    },
  };
}

/** A ratio; null if the whole is 0. */
export function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
