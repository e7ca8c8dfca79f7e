/**
 * What accounts reach, as one table: tasks in five languages, the closed loop beside `newest` and
 * beside requests whose snapshots say nothing, values, tokens, constraints labelled by hand and times.
 * Use, with the folder of the recordings in EVERLONG_CORPUS:
 *
 *   pnpm --filter @everlong/bench reach [--write]
 *
 * `--write` puts the table into `bench/results/accounts.md`. Recordings that fill a window are played at it.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { corpus } from '@everlong/testing/corpus';

import { buildName } from './build-name.ts';
import { costFigure, figures, readAgainFigure } from './lab/figures.ts';
import { playWindows } from './lab/play-windows.ts';
import { besideNewest, type LabResult } from './lab/rows.ts';
import { longFiles } from './lab/sample.ts';
import { show, spread } from './lab/spread.ts';
import { markdownTable } from './markdown-table.ts';
import { labelledFiles, walkConstraints } from './snapshots/labelled-constraints.ts';
import { playLanguages } from './tasks/languages/play-languages.ts';
import { languagesReport } from './tasks/languages/report.ts';
import { describeTimes, timePrepare } from './time-prepare.ts';
import { writeResult } from './write-result.ts';

const WINDOWS = [16_000, 32_000, 64_000, 128_000];
const WITHOUT = 'everlong (no snapshot)';
const POLICIES = ['newest', 'everlong', WITHOUT];
const CONSTRAINTS_WINDOW = 8000;
const COMPACTIONS = 10;
const SHOWN = figures.filter(({ title }) =>
  /^(?:values at risk|needed lines present|tokens of snapshots)/.test(title),
);

const { values: flags } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const workers = Math.min(2, availableParallelism());

const report = [
  `Played by the ${buildName()}.`,
  '',
  ...(await closedLoop()),
  '',
  await constraints(),
  `\`prepare\` at 16,000 tokens, in milliseconds:${describeTimes(
    ' of requests that compact',
    (await timePrepare(longFiles(16_000), 16_000)).compacting,
  ).replace(/^ +/, ' ')}.`,
  '',
  ...(await languages()),
].join('\n');
process.stdout.write(`${report}\n`);
if (flags.write) {
  writeResult('accounts', {
    title: 'What accounts reach',
    command: 'pnpm --filter @everlong/bench reach --write',
    text: report,
  });
}

async function closedLoop(): Promise<string[]> {
  const results: Record<number, LabResult[]> = {};
  for (const window of WINDOWS) {
    const windows = [window];
    const run = { policies: POLICIES, windows, workers, onWindow: () => {} };
    results[window] = besideNewest((await playWindows(longFiles(window), run)).rows);
  }
  const row = (title: string, cell: (own: Played) => string): string[] => [
    title,
    ...WINDOWS.map((window) => cell(byPolicy(results[window] ?? []))),
  ];
  return markdownTable(
    ['window', ...WINDOWS.map((window) => window.toLocaleString('en'))],
    [
      row('recordings', ({ newest }) => `${newest.length}`),
      row('cost to finish, of `newest`', ({ own }) =>
        show(spread(own, costFigure).sum, costFigure),
      ),
      row('read again above `newest`, per 100 calls', ({ own, newest }) =>
        (sumOf(own) - sumOf(newest)).toFixed(1),
      ),
      row('cost, of the same with snapshots that say nothing', ({ own, without }) =>
        ((spread(own, costFigure).sum ?? 0) / (spread(without, costFigure).sum ?? 1)).toFixed(2),
      ),
      row('read again above `newest` with snapshots that say nothing', ({ without, newest }) =>
        (sumOf(without) - sumOf(newest)).toFixed(1),
      ),
      ...SHOWN.map((figure) =>
        row(figure.title, ({ own }) => show(spread(own, figure).sum, figure)),
      ),
    ],
  );
}

interface Played {
  own: LabResult[];
  without: LabResult[];
  newest: LabResult[];
}

function byPolicy(all: readonly LabResult[]): Played {
  const of = (name: string): LabResult[] => all.filter(({ result }) => result.policy === name);
  return { own: of('everlong'), without: of(WITHOUT), newest: of('newest') };
}

function sumOf(results: readonly LabResult[]): number {
  return spread(results, readAgainFigure).sum ?? 0;
}

async function constraints(): Promise<string> {
  let held = 0;
  let labelled = 0;
  for (const file of labelledFiles) {
    const options = { contextWindow: CONSTRAINTS_WINDOW, checkedAfter: [COMPACTIONS] };
    for (const kept of await walkConstraints(corpus, file, options)) {
      held += kept.held;
      labelled += kept.labelled;
    }
  }
  return (
    `Of the constraints labelled by hand, requests in ${CONSTRAINTS_WINDOW.toLocaleString('en')} ` +
    `tokens hold the words of ${held} of ${labelled} after ${COMPACTIONS} compactions.`
  );
}

async function languages(): Promise<string[]> {
  const { tasks, pages } = await playLanguages({
    policies: ['newest', 'everlong'],
    windows: [8000],
    seed: 1,
    model: 'claude-sonnet-4-5',
    workers,
  });
  return languagesReport(tasks, pages);
}
