/** The lab's results as tables and as a picture. */
import {
  drawPolicies,
  type PolicyPanel,
  type PolicyResult,
  type SharePanel,
} from '@everlong/replay';

import { readFitted } from './fitted-settings.ts';
import { costFigure, figures, readAgainFigure } from './lab-figures.ts';
import { lossesOf } from './lab-losses.ts';
import { isMade } from './generated-sessions.ts';
import type { LabResult } from './lab-rows.ts';
import { byPolicy, show, spread } from './lab-spread.ts';
import { markdownTable } from './markdown-table.ts';
import { ALL_FAMILIES, type Score } from './tasks/report.ts';

/** The tables of every window, then those of means and of sources. */
export function reportOf(results: readonly LabResult[]): string[] {
  const windows = byWindow(results.filter(isRecorded));
  const made = byWindow(results.filter((result) => !isRecorded(result)));
  return [
    ...windows.flatMap(([window, own]) => [`### ${heading(window)}`, '', ...scoresOf(own), '']),
    '### The same as means',
    '',
    'Each request, each session or each source weighs the same.',
    '',
    ...means(windows),
    '',
    '### Source by source',
    '',
    'Cost to finish, as a share of what `newest` costs, and entries read again per 100 calls: of each source alone, and in',
    'brackets of all the others.',
    '',
    ...windows.flatMap(([window, own]) => [...bySource(window, own), '']),
    ...(made.length === 0 ? [] : ['### Conversations of other kinds, made from a seed', '']),
    ...made.flatMap(([window, own]) => [...bySource(window, own), '']),
    '### Settings fitted without one source',
    '',
    'The cheapest of fourteen settings of `everlong` that read nothing more again and leave no more unmet than the default, on all sources',
    'but one; then on that one. What is cheaper by less than the sources differ is not taken (`lab:fit`).',
    '',
    ...fittedTable(),
    '',
    '### Requests that are none',
    '',
    'Of 100 requests, those that the context manager refused to make, those over the budget, and those that a provider of four would',
    'refuse. The last is judged at one window for peers; for the policies of the engine the corpus table below has it.',
    '',
    ...invalidRequests(windows),
    '',
    '### Where needed lines come from',
    '',
    ...lineSources(windows),
    '',
    '### Where `everlong` loses today',
    '',
    ...windows.map(([window, own]) => `- ${heading(window)}: ${lossesOf(own)}.`),
  ];
}

/** The picture: a panel a window, a point a policy; below, the shares of tasks solved. */
export function drawLab(results: readonly LabResult[], scores: readonly Score[]): string {
  const windows = byWindow(results.filter(isRecorded));
  return drawPolicies(
    windows.map(([window, own]): PolicyPanel => ({
      title: heading(window),
      points: byPolicy(own).map(([policy, sessions]) => ({
        policy,
        cost: spread(sessions, costFigure).sum ?? 0,
        readAgainPer100: spread(sessions, readAgainFigure).sum ?? 0,
      })),
    })),
    { costLabel: 'cost to finish, of newest', shares: solvedPanels(scores) },
  );
}

/** Tasks solved without history tools, which not everybody has. */
function solvedPanels(scores: readonly Score[]): SharePanel[] {
  const all = scores.filter(({ family, canSearch }) => family === ALL_FAMILIES && !canSearch);
  return [...Map.groupBy(all, ({ window }) => window)].map(([window, own]) => ({
    title: `tasks solved, ${heading(window)}`,
    shares: own.map(({ policy, solved, tasks }) => ({ policy, share: solved / tasks })),
  }));
}

/** Sessions that were made from a seed stand apart, and are in no sum. */
function isRecorded({ source }: LabResult): boolean {
  return !isMade(source);
}

function heading(window: number): string {
  return `window ${window.toLocaleString('en-US')}`;
}

function byWindow(results: readonly LabResult[]): [number, LabResult[]][] {
  const windows = [...Map.groupBy(results, ({ result }) => result.window)];
  return windows.toSorted(([left], [right]) => left - right);
}

function scoresOf(results: readonly LabResult[]): string[] {
  return markdownTable(
    ['policy', 'cost', ...figures.map(({ title }) => title)],
    byPolicy(results).map(([policy, sessions]) => {
      const usd = sessions.reduce(
        (sum, { result }) => sum + (result.closedLoop?.costToFinish ?? 0),
        0,
      );
      return [
        `\`${policy}\``,
        `$${usd.toFixed(2)}`,
        ...figures.map((figure) => {
          const { sum, low, high } = spread(sessions, figure);
          if (sum === null) return '–';
          if (low === null || high === null) return show(sum, figure);
          const [from, to] = [low, high].map((end) => show(end, figure).replace(' %', ''));
          return `${show(sum, figure)} (${from}–${to})`;
        }),
      ];
    }),
  );
}

function means(windows: readonly [number, LabResult[]][]): string[] {
  const shown = figures.filter(({ title }) =>
    /cost|again|lines present|values present/.test(title),
  );
  return markdownTable(
    ['window', 'policy', ...shown.map(({ title }) => `${title}: requests / sessions / sources`)],
    windows.flatMap(([window, own]) =>
      byPolicy(own).map(([policy, sessions]) => [
        window.toLocaleString('en-US'),
        `\`${policy}\``,
        ...shown.map((figure) => {
          const { meanOfRequests, meanOfSessions, meanOfSources } = spread(sessions, figure);
          return [meanOfRequests, meanOfSessions, meanOfSources]
            .map((value) => show(value, figure))
            .join(' / ');
        }),
      ]),
    ),
  );
}

function bySource(window: number, results: readonly LabResult[]): string[] {
  const sources = [...new Set(results.map(({ source }) => source))];
  return markdownTable(
    [heading(window), ...sources],
    byPolicy(results).map(([policy, sessions]) => {
      const [cost, read] = [spread(sessions, costFigure), spread(sessions, readAgainFigure)];
      const cell = (source: string, which: 'sources' | 'without'): string =>
        `${show(cost[which][source] ?? null, costFigure)}, ${show(read[which][source] ?? null, readAgainFigure)}`;
      return [
        `\`${policy}\``,
        ...sources.map((source) => `${cell(source, 'sources')} [${cell(source, 'without')}]`),
      ];
    }),
  );
}

function fittedTable(): string[] {
  const pair = ({ default: usual, chosen }: { default: number; chosen: number }): string =>
    `${usual.toFixed(3)} → ${chosen.toFixed(3)}`;
  return markdownTable(
    ['window', 'without', 'best', 'win', 'spread', 'verdict', 'cost, others', 'cost, left out'],
    Object.entries(readFitted().windows).flatMap(([window, choices]) =>
      Object.entries(choices).map(([source, { name, win, spread: differ, tuned, ...costs }]) => [
        Number(window).toLocaleString('en-US'),
        source,
        name,
        win.toFixed(3),
        differ.toFixed(3),
        tuned ? 'tuned' : 'not tuned',
        pair(costs.fitted),
        pair(costs.leftOut),
      ]),
    ),
  );
}

function invalidRequests(windows: readonly [number, LabResult[]][]): string[] {
  const of = (sessions: readonly LabResult[], read: (result: PolicyResult) => number): string => {
    const requests = sessions.reduce((sum, { result }) => sum + result.requests, 0);
    const found = sessions.reduce((sum, { result }) => sum + read(result), 0);
    return ((found / requests) * 100).toFixed(1);
  };
  const policies = [
    ...new Set(windows.flatMap(([, own]) => own.map(({ result }) => result.policy))),
  ];
  return markdownTable(
    ['policy: not made / over budget / refused', ...windows.map(([window]) => heading(window))],
    policies.map((policy) => [
      `\`${policy}\``,
      ...windows.map(([, own]) => {
        const sessions = own.filter(({ result }) => result.policy === policy);
        if (sessions.length === 0) return '–';
        return [
          of(sessions, ({ refused }) => refused),
          of(sessions, ({ overBudget }) => overBudget),
          of(sessions, ({ invalid }) => invalid),
        ].join(' / ');
      }),
    ]),
  );
}

function lineSources(windows: readonly [number, LabResult[]][]): string[] {
  return markdownTable(
    ['window', 'kind and age in entries', 'needed', '`everlong` present', 'stale', 'regret'],
    windows.flatMap(([window, own]) => {
      const sums = new Map<string, [number, number, number, number]>();
      for (const { result } of own) {
        if (result.policy !== 'everlong') continue;
        for (const [name, counts] of Object.entries(result.neededLines.bySource)) {
          const sum = sums.get(name) ?? [0, 0, 0, 0];
          const { needed, present, stale, regret } = counts;
          [needed, present, stale, regret].forEach(
            (count, index) => (sum[index] = (sum[index] ?? 0) + count),
          );
          sums.set(name, sum);
        }
      }
      return [...sums]
        .toSorted(([left], [right]) => left.localeCompare(right, 'en', { numeric: true }))
        .map(([name, [needed, ...counts]]) => [
          window.toLocaleString('en-US'),
          name,
          String(needed),
          ...counts.map((count) => `${((count / needed) * 100).toFixed(1)} %`),
        ]);
    }),
  );
}
