/** The recordings that the fixed sample leaves out: a few figures at one window. */
import { costFigure, figures, readAgainFigure } from './figures.ts';
import { byPolicy } from './groups.ts';
import type { LabResult } from './rows.ts';
import { show, spread } from './spread.ts';
import { markdownTable } from '../markdown-table.ts';

export const LEFT_OUT_WINDOW = 16_000;

/** Policies that play them. */
const LEFT_OUT_POLICIES: ReadonlySet<string> = new Set([
  'newest',
  'full',
  'everlong',
  'everlong (no snapshot)',
]);

const SUMS = [costFigure, readAgainFigure];
const MEANS = figures.filter(({ title }) => /lines present|values at risk present/.test(title));

/** Those of the policies that play them. */
export function playingLeftOut(policies: readonly string[]): string[] {
  return policies.filter((policy) => LEFT_OUT_POLICIES.has(policy));
}

/** Sums over all of these sessions; of shares also the mean over requests. */
export function leftOutTable(results: readonly LabResult[]): string[] {
  return markdownTable(
    [
      'policy',
      ...SUMS.map(({ title }) => title),
      ...MEANS.map(({ title }) => `${title}: sum / mean of requests`),
    ],
    byPolicy(results).map(([policy, sessions]) => [
      `\`${policy}\``,
      ...SUMS.map((figure) => show(spread(sessions, figure).sum, figure)),
      ...MEANS.map((figure) => {
        const { sum, meanOfRequests } = spread(sessions, figure);
        return `${show(sum, figure)} / ${show(meanOfRequests, figure)}`;
      }),
    ]),
  );
}
