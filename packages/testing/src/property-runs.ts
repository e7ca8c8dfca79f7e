/** Histories of the law suites in `npm test`, all policies and summarizers together. */
export const GATE_HISTORIES = 1000;

/**
 * How often a property is tried, given its count in `npm test`. `EVERLONG_LAW_RUNS` sets the
 * histories of the law suites; every other property keeps its proportion to them.
 */
export function propertyRuns(runs: number): number {
  const histories = Number(process.env['EVERLONG_LAW_RUNS'] ?? GATE_HISTORIES);
  return Math.max(1, Math.ceil((runs * histories) / GATE_HISTORIES));
}
