/** The lab's results as tables. */
import { invalidRequests, lineSources, withdrawnConstraints } from './counts.ts';
import { costFigure, figures, readAgainFigure } from './figures.ts';
import { LEFT_OUT_WINDOW, leftOutTable } from './left-out.ts';
import {
  byPolicy,
  madeByWindow,
  recordedByWindow,
  windowName,
  type WindowResults,
} from './groups.ts';
import { lossesOf } from './losses.ts';
import type { LabResult } from './rows.ts';
import { show, spread } from './spread.ts';
import { markdownTable } from '../markdown-table.ts';

const MADE_HEADING = [
  '## Conversations of other kinds, made from a seed',
  '',
  'Two of each kind, in no other table: chat without tools, other languages, large JSON, long silent runs of tools, data analysis, a',
  'support desk. As source by source.',
  '',
];

const LEFT_OUT_HEADING = [
  '### Recordings that the sample leaves out',
  '',
  `The largest of them at ${windowName(LEFT_OUT_WINDOW)}, in no other table. Settings of the default are chosen on them.`,
  '',
];

/** Every figure of each window, the requests that do not count, and where the default is behind. */
export function reportOf(results: readonly LabResult[]): string[] {
  const windows = recordedByWindow(results);
  const leftOut = results.filter(({ isLeftOut = false }) => isLeftOut);
  return [
    ...windows.flatMap(([window, own]) => [`### ${windowName(window)}`, '', ...scoresOf(own), '']),
    ...(leftOut.length === 0 ? [] : [...LEFT_OUT_HEADING, ...leftOutTable(leftOut), '']),
    '### Requests that do not count',
    '',
    'Of 100 requests, those that the context manager refused to make, those over the budget, and those that a provider of four would',
    'refuse. The last is judged at one window for peers, and by `corpus` for the policies of the engine.',
    '',
    ...invalidRequests(windows),
    '',
    '### Where `everlong` loses',
    '',
    ...lossesTable(results),
  ];
}

/** Every figure in which a preset or a peer is ahead of the default. */
export function lossesTable(results: readonly LabResult[]): string[] {
  return markdownTable(
    ['window', 'figure', '`everlong`', 'the best preset', 'the best peer'],
    recordedByWindow(results).flatMap(lossesOf),
  );
}

/** The same sessions as means and source by source, and what else was asked of them. */
export function detailsOf(results: readonly LabResult[]): string[] {
  const windows = recordedByWindow(results);
  const made = madeByWindow(results);
  return [
    '## Means of requests, sessions and sources',
    '',
    'Each request, each session or each source weighs the same. A dash for requests: the figure is kept of whole sessions alone.',
    '',
    ...means(windows),
    '',
    '## Source by source',
    '',
    'Cost to finish, as a share of what `newest` costs, and entries read again per 100 calls: of each source alone, and in',
    'brackets of all the others.',
    '',
    ...windows.flatMap(([window, own]) => [...bySource(window, own), '']),
    ...(made.length === 0 ? [] : MADE_HEADING),
    ...made.flatMap(([window, own]) => [...bySource(window, own), '']),
    '## Constraints that were taken back',
    '',
    'How many of them requests still hold. The recordings have one: `pi` says how a selector must work, and 18 messages later to undo that.',
    '',
    ...withdrawnConstraints(windows),
    '',
    '## Where needed lines come from',
    '',
    ...lineSources(windows),
  ];
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

function means(windows: readonly WindowResults[]): string[] {
  return markdownTable(
    ['window', 'policy', ...figures.map(({ title }) => `${title}: requests / sessions / sources`)],
    windows.flatMap(([window, own]) =>
      byPolicy(own).map(([policy, sessions]) => [
        window.toLocaleString('en-US'),
        `\`${policy}\``,
        ...figures.map((figure) => {
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
    [windowName(window), ...sources],
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
