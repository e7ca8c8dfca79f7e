import { MAX_PROBLEMS, ratio } from './policy-tally.js';
import { meanOfRequests, sumClosedLoops, sumFields, sumLines } from './sum-lines.js';
import { weightedPercentile } from './percentile.js';
import type { FileResult, NeededValues, NeedFigures, PolicyResult } from './replay-result.js';

/**
 * One result per policy over all files, in the order of the first file. Counts and costs are
 * summed, shares computed from the sums; `problems` name their files. `prepareMs` is the percentile
 * of the files' own percentiles, weighted by their requests.
 */
export function summarizeResults(files: readonly FileResult[]): PolicyResult[] {
  const byPolicy = new Map<string, PolicyResult[]>();
  for (const result of files.flatMap(withFileNames)) {
    const key = `${result.policy} ${result.window}`;
    const list = byPolicy.get(key);
    if (list === undefined) byPolicy.set(key, [result]);
    else list.push(result);
  }
  return [...byPolicy.values()].flatMap((results) => {
    const [first] = results;
    return first === undefined ? [] : [total(first, results)];
  });
}

function withFileNames({ file, results }: FileResult): PolicyResult[] {
  return results.map((result) => ({
    ...result,
    problems: result.problems.map((problem) => `${file} ${problem}`),
  }));
}

function total(first: PolicyResult, results: readonly PolicyResult[]): PolicyResult {
  const neededValues = sumNeeds(results.map((result) => result.neededValues));
  const recovered = sumOf(results, ({ recoverable, neededValues: needs }) =>
    shareOf(recoverable, unmetOf(needs)),
  );
  return {
    policy: first.policy,
    window: first.window,
    reserve: first.reserve,
    model: first.model,
    ...sumCounts(results, ['requests', 'refused', 'overBudget', 'invalid']),
    ...sumPrompts(first, results),
    ...sumCounts(results, ['compactions', 'summaryCalls', 'stableRequests']),
    neededValues,
    neededValuesAfter: first.neededValuesAfter.map(({ compactions }, index) => ({
      compactions,
      ...sumNeeds(results.flatMap((result) => result.neededValuesAfter[index] ?? [])),
    })),
    neededLines: sumLines(results.map((result) => result.neededLines)),
    editsApply: sumFields(results.map((result) => result.editsApply)),
    codeLength: sumFields(results.map((result) => result.codeLength)),
    constraintsInForce: first.constraintsInForce.map(({ compactions }, index) => ({
      ...sumFields(results.flatMap((result) => result.constraintsInForce[index] ?? [])),
      compactions,
    })),
    ...sumClosedLoops(results),
    ...sumCounts(results, ['reacquireTokens', 'costWithMisses']),
    ...sumLedgers(results),
    snapshots: sumSnapshots(results.map(({ snapshots }) => snapshots)),
    snapshotLines: sumFields(results.map((result) => result.snapshotLines)),
    ...sumCounts(results, ['snapshotRequests']),
    snapshotTokens: ratio(
      sumOf(results, (result) => (result.snapshotTokens ?? 0) * result.snapshotRequests),
      sumOf(results, (result) => result.snapshotRequests),
    ),
    recoverable: ratio(recovered, unmetOf(neededValues)),
    constraints: sumFields(results.map((result) => result.constraints)),
    prepareMs: {
      p50: typical(results, 0.5, (result) => result.prepareMs.p50),
      p99: typical(results, 0.99, (result) => result.prepareMs.p99),
      max: Math.max(...results.map((result) => result.prepareMs.max)),
    },
    problems: results.flatMap((result) => result.problems).slice(0, MAX_PROBLEMS),
  };
}

function sumOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((soFar, item) => soFar + value(item), 0);
}

/** The sums of some counts of all results. */
function sumCounts<Name extends keyof PolicyResult>(
  results: readonly (PolicyResult & Record<Name, number>)[],
  names: readonly Name[],
): Record<Name, number> {
  const sums = names.map((name) => [name, sumOf(results, (result) => result[name])] as const);
  return Object.fromEntries(sums) as Record<Name, number>;
}

type PromptField =
  | 'inputTokens'
  | 'cachedTokens'
  | 'cacheWriteTokens'
  | 'cacheHitRatio'
  | 'cacheHitRatioWithoutExpiry'
  | 'costUsd'
  | 'costRangeUsd';

/** What the prompts cost, and what of them was cached. */
function sumPrompts(
  first: PolicyResult,
  results: readonly PolicyResult[],
): Pick<PolicyResult, PromptField> {
  const tokens = sumCounts(results, ['inputTokens', 'cachedTokens', 'cacheWriteTokens']);
  const cachedWithoutExpiry = sumOf(results, (result) =>
    shareOf(result.cacheHitRatioWithoutExpiry, result.inputTokens),
  );
  const ranges = results.map(({ costRangeUsd }) => costRangeUsd ?? { min: 0, max: 0 });
  return {
    ...tokens,
    cacheHitRatio: ratio(tokens.cachedTokens, tokens.inputTokens),
    cacheHitRatioWithoutExpiry: ratio(cachedWithoutExpiry, tokens.inputTokens),
    ...sumCounts(results, ['costUsd']),
    ...(first.costRangeUsd === undefined ? {} : { costRangeUsd: sumFields(ranges) }),
  };
}

function sumLedgers(
  results: readonly PolicyResult[],
): Pick<PolicyResult, 'ledgerPrecision' | 'ledgerRendered'> {
  const used = sumOf(results, (result) => shareOf(result.ledgerPrecision, result.ledgerRendered));
  const rendered = sumOf(results, (result) => result.ledgerRendered);
  return { ledgerPrecision: ratio(used, rendered), ledgerRendered: rendered };
}

function sumSnapshots(all: readonly PolicyResult['snapshots'][]): PolicyResult['snapshots'] {
  return {
    made: sumOf(all, ({ made }) => made),
    maxTokens: Math.max(...all.map(({ maxTokens }) => maxTokens)),
    values: sumOf(all, ({ values }) => values),
    invented: all.flatMap(({ invented }) => invented),
  };
}

function sumNeeds(all: readonly NeededValues[]): NeededValues {
  return { ...sumFigures(all), derivable: sumFigures(all.map(({ derivable }) => derivable)) };
}

function sumFigures(all: readonly NeedFigures[]): NeedFigures {
  const sum = (value: (needs: NeedFigures) => number): number => sumOf(all, value);
  const needed = sum((needs) => needs.needed);
  const present = sum((needs) => needs.present);
  const atRisk = sum((needs) => needs.atRisk.needed);
  const atRiskPresent = sum((needs) => needs.atRisk.present);
  const uncued = sum((needs) => needs.atRisk.uncued);
  const withCue = sum(({ atRisk: risk }) => shareOf(risk.contextRecall, risk.needed - risk.uncued));
  return {
    needed,
    present,
    recall: ratio(present, needed),
    ...meanOfRequests(all),
    atRisk: {
      needed: atRisk,
      present: atRiskPresent,
      recall: ratio(atRiskPresent, atRisk),
      contextRecall: ratio(withCue, atRisk - uncued),
      uncued,
      ...meanOfRequests(all.map(({ atRisk: risk }) => risk)),
    },
  };
}

/** All needs not met, derivable ones too. */
function unmetOf({ needed, present, derivable }: NeededValues): number {
  return needed - present + derivable.needed - derivable.present;
}

/** The count behind a share. */
function shareOf(share: number | null, whole: number): number {
  return Math.round((share ?? 0) * whole);
}

function typical(
  results: readonly PolicyResult[],
  share: number,
  value: (result: PolicyResult) => number,
): number {
  const weighted = results.map((result) => ({ value: value(result), weight: result.requests }));
  return weightedPercentile(weighted, share);
}
