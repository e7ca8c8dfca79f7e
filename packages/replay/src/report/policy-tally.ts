import { percentile } from './percentile.js';
import type { NeededValues, PolicyResult } from './replay-result.js';

/** Everything that is counted while one policy is replayed. */
export interface PolicyTally {
  requests: number;
  refused: number;
  overBudget: number;
  invalid: number;
  inputTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  /** What would have been served if cached prefixes never expired. */
  cachedTokensWithoutExpiry: number;
  costUsd: number;
  /** The same prompts when no cache serves anything. */
  uncachedUsd: number;
  compactions: number;
  summaryCalls: number;
  stableRequests: number;
  needs: NeedTally;
  /** The needs of requests after at least so many compactions. */
  needsAfter: { compactions: number; needs: NeedTally }[];
  reacquireTokens: number;
  reacquireUsd: number;
  ledger: { rendered: number; used: number };
  snapshots: PolicyResult['snapshots'];
  recovered: number;
  constraints: { total: number; present: number };
  prepareMs: number[];
  problems: string[];
}

/** Needs, those of them that are met, and both for the ones at risk. */
export interface NeedTally {
  needed: number;
  present: number;
  atRisk: { needed: number; present: number; uncued: number; withCue: number };
}

/** After how many compactions needs are counted apart. */
const COMPACTIONS = [1, 3, 10];

function createNeedTally(): NeedTally {
  return {
    needed: 0,
    present: 0,
    atRisk: { needed: 0, present: 0, uncued: 0, withCue: 0 },
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
    needsAfter: COMPACTIONS.map((compactions) => ({ compactions, needs: createNeedTally() })),
    reacquireTokens: 0,
    reacquireUsd: 0,
    ledger: { rendered: 0, used: 0 },
    snapshots: { made: 0, maxTokens: 0, values: 0, invented: [] },
    recovered: 0,
    constraints: { total: 0, present: 0 },
    prepareMs: [],
    problems: [],
  };
}

/** How many reasons a result keeps. */
export const MAX_PROBLEMS = 5;

/** What names a result: everything but the numbers. */
export type PolicyHeading = Pick<PolicyResult, 'policy' | 'window' | 'reserve' | 'model'>;

/** The tally as a result; `isRange` where the provider promises no cache hits. */
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
    reacquireTokens: tally.reacquireTokens,
    costWithMisses: costUsd + tally.reacquireUsd,
    ledgerPrecision: ratio(ledger.used, ledger.rendered),
    ledgerRendered: ledger.rendered,
    snapshots: tally.snapshots,
    recoverable: ratio(tally.recovered, needs.needed - needs.present),
    constraints: tally.constraints,
    prepareMs: {
      p50: percentile(tally.prepareMs, 0.5),
      p99: percentile(tally.prepareMs, 0.99),
      max: Math.max(0, ...tally.prepareMs),
    },
    problems: tally.problems.slice(0, MAX_PROBLEMS),
  };
}

function toNeededValues({ needed, present, atRisk }: NeedTally): NeededValues {
  return {
    needed,
    present,
    recall: ratio(present, needed),
    atRisk: {
      needed: atRisk.needed,
      present: atRisk.present,
      recall: ratio(atRisk.present, atRisk.needed),
      contextRecall: ratio(atRisk.withCue, atRisk.needed - atRisk.uncued),
      uncued: atRisk.uncued,
    },
  };
}

/** A share; null of nothing. */
export function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
