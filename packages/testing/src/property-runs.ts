/** Properties name their counts for so many histories of the law suites, all policies together. */
export const COUNTED_HISTORIES = 1000;

/** Histories in `npm test`; `npm run test:full` plays 150 times as many. */
const GATE_HISTORIES = 200;

/**
 * How often a property is tried, given its count for 1,000 histories of the law suites:
 * `EVERLONG_LAW_RUNS` sets how many histories there are, and every other property keeps its
 * proportion to them.
 */
export function propertyRuns(runs: number): number {
  const histories = Number(process.env['EVERLONG_LAW_RUNS'] ?? GATE_HISTORIES);
  return Math.max(1, Math.ceil((runs * histories) / COUNTED_HISTORIES));
}
