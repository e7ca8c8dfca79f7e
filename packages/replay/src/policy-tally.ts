import { percentile } from './percentile.js';
import type { PolicyResult } from './replay-result.js';

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
  needed: number;
  present: number;
  atRisk: { needed: number; present: number; uncued: number; withCue: number };
  reacquireTokens: number;
  reacquireUsd: number;
  ledger: { rendered: number; used: number };
  recovered: number;
  constraints: { total: number; present: number };
  prepareMs: number[];
  problems: string[];
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
    needed: 0,
    present: 0,
    atRisk: { needed: 0, present: 0, uncued: 0, withCue: 0 },
    reacquireTokens: 0,
    reacquireUsd: 0,
    ledger: { rendered: 0, used: 0 },
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
  const { atRisk, ledger, costUsd } = tally;
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
    neededValues: {
      needed: tally.needed,
      present: tally.present,
      recall: ratio(tally.present, tally.needed),
      atRisk: {
        needed: atRisk.needed,
        present: atRisk.present,
        recall: ratio(atRisk.present, atRisk.needed),
        contextRecall: ratio(atRisk.withCue, atRisk.needed - atRisk.uncued),
        uncued: atRisk.uncued,
      },
    },
    reacquireTokens: tally.reacquireTokens,
    costWithMisses: costUsd + tally.reacquireUsd,
    ledgerPrecision: ratio(ledger.used, ledger.rendered),
    ledgerRendered: ledger.rendered,
    recoverable: ratio(tally.recovered, tally.needed - tally.present),
    constraints: tally.constraints,
    prepareMs: {
      p50: percentile(tally.prepareMs, 0.5),
      p99: percentile(tally.prepareMs, 0.99),
      max: Math.max(0, ...tally.prepareMs),
    },
    problems: tally.problems.slice(0, MAX_PROBLEMS),
  };
}

/** A share; null of nothing. */
export function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
