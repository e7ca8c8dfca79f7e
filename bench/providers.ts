/**
 * What compaction by a provider reaches, as one table: Anthropic's on demand at our trigger and by its
 * own threshold, beside `everlong` with summaries of its own and of the provider's. All of it is
 * simulated: every summary is the same stand-in, read from the cache. Use, after `pnpm build`, with the
 * folder of the recordings in EVERLONG_CORPUS:
 *
 *   pnpm --filter @everlong/bench providers [--write] [--windows n,n]
 *
 * `--write` puts the tables into `bench/results/providers.md`. Recordings that fill a window are played at it.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import type { RequestMaker } from '@everlong/replay';

import { buildName } from './build-name.ts';
import { linesFigure, readAgainFigure } from './lab/figures.ts';
import { playWindows } from './lab/play-windows.ts';
import { besideNewest, type LabResult, type LabRow } from './lab/rows.ts';
import { longFiles } from './lab/sample.ts';
import { show, spread } from './lab/spread.ts';
import { markdownTable } from './markdown-table.ts';
import { writeResult } from './write-result.ts';

/** Lies outside of the package, with the other peers. */
const PEER = new URL('./peers/anthropic-compaction.ts', import.meta.url).href;
const { compactAtThreshold, compactOnDemand } = (await import(PEER)) as {
  compactAtThreshold(tokens: number): RequestMaker;
  compactOnDemand(keptTurns: number): RequestMaker;
};

/** Binds its thinking, so that only its provider's summaries keep that of the turns behind them. */
const MODEL = 'claude-opus-5-5';

const POLICIES = [
  'newest',
  'full',
  'everlong (little)',
  'everlong',
  'everlong (simulated provider)',
  'everlong (little, simulated provider)',
];
const ON_DEMAND = 'native, on demand';
const THRESHOLDS = [150_000, 50_000];

const { values: flags } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    windows: { type: 'string', default: '64000,128000,200000' },
  },
});

const sections: string[] = [];
for (const window of flags.windows.split(',').map(Number)) {
  // Hardly a recording fills 200,000 tokens; the thresholds are crossed by more.
  const files = longFiles(Math.min(window, 128_000));
  const played = { windows: [window], model: MODEL, onWindow: () => {} };
  const workers = Math.min(2, availableParallelism());
  const own = await playWindows(files, { ...played, policies: POLICIES, workers });
  const managers = nativeAt(window);
  const policies = Object.keys(managers);
  const native = await playWindows(files, { ...played, policies, workers: 1, managers });
  sections.push(
    `At ${window.toLocaleString('en')} tokens, ${files.length} recordings:`,
    '',
    ...tableOf([...own.rows, ...native.rows], [...POLICIES, ...policies]),
    '',
  );
}

const report = [`Played by the ${buildName()}, at the prices of ${MODEL}.`, '', ...sections]
  .join('\n')
  .trimEnd();
process.stdout.write(`${report}\n`);
if (flags.write) {
  const command = 'pnpm --filter @everlong/bench providers --write';
  writeResult('providers', { title: 'Compaction by a provider', command, text: report });
}

/** By name: what the provider compacts, where its threshold is below the window. */
function nativeAt(window: number): Record<string, () => RequestMaker> {
  const thresholds = THRESHOLDS.filter((tokens) => tokens < window);
  return {
    [ON_DEMAND]: () => compactOnDemand(0),
    [`${ON_DEMAND}, keeps 2 turns`]: () => compactOnDemand(2),
    ...Object.fromEntries(
      thresholds.map((tokens) => [
        `native, from ${tokens.toLocaleString('en')} on`,
        () => compactAtThreshold(tokens),
      ]),
    ),
  };
}

function tableOf(rows: readonly LabRow[], names: readonly string[]): string[] {
  const results = besideNewest(rows);
  const of = (name: string): LabResult[] => results.filter(({ result }) => result.policy === name);
  const costOf = (played: readonly LabResult[]): number =>
    played.reduce((sum, { result }) => sum + (result.closedLoop?.costToFinish ?? 0), 0);
  const native = costOf(of(ON_DEMAND));
  return markdownTable(
    [
      '',
      'cost to finish',
      `of \`${ON_DEMAND}\``,
      'read again per 100',
      'needed lines present',
      'compactions',
      'calls for summaries',
      'refused, over budget',
    ],
    names.map((name) => {
      const played = of(name);
      const sum = (pick: (row: LabResult) => number): number =>
        played.reduce((total, row) => total + pick(row), 0);
      return [
        `\`${name}\``,
        `$${costOf(played).toFixed(2)}`,
        (costOf(played) / native).toFixed(2),
        show(spread(played, readAgainFigure).sum, readAgainFigure),
        show(spread(played, linesFigure).sum, linesFigure),
        `${sum(({ result }) => result.compactions)}`,
        `${sum(({ result }) => result.summaryCalls)}`,
        `${sum(({ result }) => result.refused + result.overBudget)}`,
      ];
    }),
  );
}
