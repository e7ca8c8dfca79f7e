/** What the lab counts of requests besides its figures. */
import type { PolicyResult } from '@everlong/replay';

import { windowName, type WindowResults } from './groups.ts';
import { markdownTable } from '../markdown-table.ts';

/** Of 100 requests: not made, over the budget, refused by a provider. */
export function invalidRequests(windows: readonly WindowResults[]): string[] {
  return countTable(windows, 'policy: not made / over budget / refused', (results) => {
    const requests = sum(results, (one) => one.requests);
    return [
      sum(results, (one) => one.refused),
      sum(results, (one) => one.overBudget),
      sum(results, (one) => one.invalid),
    ].map((count) => ((count * 100) / requests).toFixed(1));
  });
}

export function withdrawnConstraints(windows: readonly WindowResults[]): string[] {
  return countTable(windows, 'policy: after 1 / 3 / 10 compactions', (results) =>
    [0, 1, 2].map((depth) =>
      String(sum(results, (one) => one.constraintsInForce[depth]?.withdrawnPresent ?? 0)),
    ),
  );
}

/** A row a policy and a column a window, each cell several counts. */
function countTable(
  windows: readonly WindowResults[],
  title: string,
  count: (results: readonly PolicyResult[]) => string[],
): string[] {
  const all = windows.flatMap(([, own]) => own.map(({ result }) => result));
  return markdownTable(
    [title, ...windows.map(([window]) => windowName(window))],
    [...Map.groupBy(all, ({ policy }) => policy)].map(([policy, results]) => [
      `\`${policy}\``,
      ...windows.map(([window]) => {
        const own = results.filter((result) => result.window === window);
        return own.length === 0 ? '–' : count(own).join(' / ');
      }),
    ]),
  );
}

/** What the default holds of needed lines, by the kind and age of their sources. */
export function lineSources(windows: readonly WindowResults[]): string[] {
  return markdownTable(
    ['window', 'kind and age in entries', 'needed', '`everlong` present', 'stale', 'regret'],
    windows.flatMap(([window, own]) => {
      const ofDefault = own.filter(({ result }) => result.policy === 'everlong');
      const counted = ofDefault.flatMap(({ result }) =>
        Object.entries(result.neededLines.bySource),
      );
      return [...Map.groupBy(counted, ([name]) => name)]
        .toSorted(([left], [right]) => left.localeCompare(right, 'en', { numeric: true }))
        .map(([name, counts]) => {
          const needed = sum(counts, ([, one]) => one.needed);
          const share = (of: 'present' | 'stale' | 'regret'): string =>
            `${((sum(counts, ([, one]) => one[of]) / needed) * 100).toFixed(1)} %`;
          return [
            window.toLocaleString('en-US'),
            name,
            `${needed}`,
            share('present'),
            share('stale'),
            share('regret'),
          ];
        });
    }),
  );
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}
