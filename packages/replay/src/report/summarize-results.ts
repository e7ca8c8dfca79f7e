import { MAX_PROBLEMS, ratio } from './policy-tally.js';
import { sumClosedLoops, sumFields, sumLines } from './sum-lines.js';
import { weightedPercentile } from './percentile.js';
import type { FileResult, NeededValues, PolicyResult } from './replay-result.js';

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
  const sum = (value: (result: PolicyResult) => number): number =>
    results.reduce((soFar, result) => soFar + value(result), 0);
  const inputTokens = sum((result) => result.inputTokens);
  const cachedTokens = sum((result) => result.cachedTokens);
  const cachedWithoutExpiry = sum((result) =>
    shareOf(result.cacheHitRatioWithoutExpiry, result.inputTokens),
  );
  const ledgerRendered = sum((result) => result.ledgerRendered);
  const ledgerUsed = sum((result) => shareOf(result.ledgerPrecision, result.ledgerRendered));
  const neededValues = sumNeeds(results.map((result) => result.neededValues));
  const recovered = sum(({ recoverable, neededValues: { needed, present } }) =>
    shareOf(recoverable, needed - present),
  );
  return {
    policy: first.policy,
    window: first.window,
    reserve: first.reserve,
    model: first.model,
    requests: sum((result) => result.requests),
    refused: sum((result) => result.refused),
    overBudget: sum((result) => result.overBudget),
    invalid: sum((result) => result.invalid),
    inputTokens,
    cachedTokens,
    cacheWriteTokens: sum((result) => result.cacheWriteTokens),
    cacheHitRatio: ratio(cachedTokens, inputTokens),
    cacheHitRatioWithoutExpiry: ratio(cachedWithoutExpiry, inputTokens),
    costUsd: sum((result) => result.costUsd),
    ...(first.costRangeUsd === undefined
      ? {}
      : {
          costRangeUsd: {
            min: sum((result) => result.costRangeUsd?.min ?? 0),
            max: sum((result) => result.costRangeUsd?.max ?? 0),
          },
        }),
    compactions: sum((result) => result.compactions),
    summaryCalls: sum((result) => result.summaryCalls),
    stableRequests: sum((result) => result.stableRequests),
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
    reacquireTokens: sum((result) => result.reacquireTokens),
    costWithMisses: sum((result) => result.costWithMisses),
    ledgerPrecision: ratio(ledgerUsed, ledgerRendered),
    ledgerRendered,
    snapshots: {
      made: sum(({ snapshots }) => snapshots.made),
      maxTokens: Math.max(...results.map(({ snapshots }) => snapshots.maxTokens)),
      values: sum(({ snapshots }) => snapshots.values),
      invented: results.flatMap(({ snapshots }) => snapshots.invented),
    },
    recoverable: ratio(recovered, neededValues.needed - neededValues.present),
    constraints: {
      total: sum((result) => result.constraints.total),
      present: sum((result) => result.constraints.present),
    },
    prepareMs: {
      p50: typical(results, 0.5, (result) => result.prepareMs.p50),
      p99: typical(results, 0.99, (result) => result.prepareMs.p99),
      max: Math.max(...results.map((result) => result.prepareMs.max)),
    },
    problems: results.flatMap((result) => result.problems).slice(0, MAX_PROBLEMS),
  };
}

function sumNeeds(all: readonly NeededValues[]): NeededValues {
  const sum = (value: (needs: NeededValues) => number): number =>
    all.reduce((soFar, needs) => soFar + value(needs), 0);
  const needed = sum((needs) => needs.needed);
  const present = sum((needs) => needs.present);
  const atRisk = sum((needs) => needs.atRisk.needed);
  const atRiskPresent = sum((needs) => needs.atRisk.present);
  const uncued = sum((needs) => needs.atRisk.uncued);
  const requests = sum((needs) => needs.requests);
  const withCue = sum(({ atRisk: risk }) => shareOf(risk.contextRecall, risk.needed - risk.uncued));
  return {
    needed,
    present,
    recall: ratio(present, needed),
    requests,
    meanRecall: ratio(
      sum((needs) => (needs.meanRecall ?? 0) * needs.requests),
      requests,
    ),
    atRisk: {
      needed: atRisk,
      present: atRiskPresent,
      recall: ratio(atRiskPresent, atRisk),
      contextRecall: ratio(withCue, atRisk - uncued),
      uncued,
    },
  };
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
