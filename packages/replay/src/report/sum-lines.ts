import { ratio } from './policy-tally.js';
import type { ClosedLoop, LineCounts, NeededLines, PolicyResult } from './replay-result.js';

/** The sum of each field of objects that hold numbers only. */
export function sumFields<Fields extends { [Key in keyof Fields]: number }>(
  all: readonly Fields[],
): Fields {
  const sums: Record<string, number> = {};
  for (const fields of all) {
    for (const [name, value] of Object.entries<number>(fields)) {
      sums[name] = (sums[name] ?? 0) + value;
    }
  }
  return sums as Fields;
}

/** Needed lines of several results: counts summed, shares taken of the sums. */
export function sumLines(all: readonly NeededLines[]): NeededLines {
  const sum = (value: (lines: NeededLines) => number): number =>
    all.reduce((soFar, lines) => soFar + value(lines), 0);
  const needed = sum((lines) => lines.needed);
  const present = sum((lines) => lines.present);
  const atRisk = sumFields(
    all.map(({ atRisk: { needed: risked, present: kept, stale } }) => ({
      needed: risked,
      present: kept,
      stale,
    })),
  );
  const bySource: Record<string, LineCounts> = {};
  for (const lines of all) {
    for (const [name, counts] of Object.entries(lines.bySource)) {
      const soFar = bySource[name];
      bySource[name] = soFar === undefined ? counts : sumFields([soFar, counts]);
    }
  }
  return {
    needed,
    present,
    stale: sum((lines) => lines.stale),
    recall: ratio(present, needed),
    ...meanOfRequests(all),
    atRisk: { ...atRisk, recall: ratio(atRisk.present, atRisk.needed) },
    regret: sum((lines) => lines.regret),
    bySource,
  };
}

type RequestMean = Pick<NeededLines, 'requests' | 'meanRecall'>;

/** The mean share that requests hold of their needs, over the requests of several results. */
export function meanOfRequests(all: readonly RequestMean[]): RequestMean {
  const requests = all.reduce((soFar, one) => soFar + one.requests, 0);
  const shares = all.reduce((soFar, one) => soFar + (one.meanRecall ?? 0) * one.requests, 0);
  return { requests, meanRecall: ratio(shares, requests) };
}

/** The closed loops of several results, where they have one. */
export function sumClosedLoops(results: readonly PolicyResult[]): { closedLoop?: ClosedLoop } {
  const loops = results.flatMap(({ closedLoop }) => closedLoop ?? []);
  if (loops.length === 0) return {};
  const sums = sumFields(loops.map((loop) => ({ ...loop, readAgainPer100: 0 })));
  const recorded = sums.calls - sums.extraCalls;
  return { closedLoop: { ...sums, readAgainPer100: ratio(sums.readAgain * 100, recorded) } };
}
