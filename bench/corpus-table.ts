/**
 * Plays recorded sessions through every policy at several windows and prints the table of
 * `bench/results/open-loop.md`; `--write` puts it there. Use, after `pnpm build`:
 *
 *   pnpm --filter @everlong/bench corpus [--write] [--policies a,b] [--windows n,n] [--reserve n] [FILE…]
 *
 * Without files: every `.jsonl.gz` under `normalized` in the folder that EVERLONG_CORPUS names.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { policyNames } from '@everlong/context';
import { type PolicyResult, replayFiles } from '@everlong/replay';
import { corpusFiles } from '@everlong/testing/corpus';

import { buildName } from './build-name.ts';
import { markdownTable } from './markdown-table.ts';
import { writeResult } from './write-result.ts';
import { share } from './snapshots/cells.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    policies: { type: 'string', default: policyNames.join(',') },
    windows: { type: 'string', default: '4000,8000,16000,32000,64000,128000' },
    reserve: { type: 'string', default: '1024' },
  },
});

const files = positionals.length > 0 ? positionals : corpusFiles();
const policies = flags.policies.split(',');

const startedMs = Date.now();
const runs: PolicyResult[][] = [];
let sessions = 0;
let messages = 0;
for (const window of flags.windows.split(',').map(Number)) {
  const { result, failures } = await replayFiles(files, {
    policies,
    window,
    reserve: Number(flags.reserve),
    onProgress: ({ done, files: all }) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${window}: ${done} of ${all}  `);
    },
  });
  for (const { file, message } of failures) process.stderr.write(`${file}: ${message}\n`);
  sessions = result.files.length;
  messages = result.files.reduce((sum, file) => sum + file.messages, 0);
  runs.push(result.total);
}

const report = [
  `${sessions} sessions, ${messages} messages, ${runs[0]?.[0]?.requests ?? 0} requests for each ` +
    `policy and window; reserve ${flags.reserve}, prices of ${runs[0]?.[0]?.model ?? ''}; ${buildName()}. ` +
    `Took ${Math.round((Date.now() - startedMs) / 1000)} s on ${availableParallelism()} ` +
    `processors with a load of ${(loadavg()[1] ?? 0).toFixed(1)}.`,
  '',
  ...markdownTable(
    headings(),
    runs.flatMap((run) => run.map((result) => policyRow(result, run))),
  ),
  '',
  'Requests after at least so many compactions:',
  '',
  ...markdownTable(depthHeadings(), runs.flatMap(depthRows)),
].join('\n');
process.stdout.write(`${report}\n`);
if (flags.write) {
  writeResult('open-loop', {
    title: 'Recorded sessions, open loop',
    command: 'pnpm --filter @everlong/bench corpus --write',
    text: report,
  });
}

function headings(): string[] {
  return [
    'window',
    'policy',
    'cost',
    'of `newest`',
    'with misses',
    'of `newest`',
    'cache hits',
    'without expiry',
    'compactions',
    'recall',
    'at risk',
    'with context',
    'ledger used',
    'recoverable',
    'constraints',
    'refused / over / invalid',
  ];
}

function policyRow(result: PolicyResult, run: readonly PolicyResult[]): string[] {
  const newest = run.find(({ policy }) => policy === 'newest');
  const { atRisk, recall } = result.neededValues;
  const { constraints } = result;
  return [
    result.window.toLocaleString('en-US'),
    `\`${result.policy}\``,
    `$${result.costUsd.toFixed(2)}`,
    ratio(result.costUsd, newest?.costUsd),
    `$${result.costWithMisses.toFixed(2)}`,
    ratio(result.costWithMisses, newest?.costWithMisses),
    share(result.cacheHitRatio),
    share(result.cacheHitRatioWithoutExpiry),
    String(result.compactions),
    share(recall),
    share(atRisk.recall),
    share(atRisk.contextRecall),
    share(result.ledgerPrecision),
    share(result.recoverable),
    share(constraints.total === 0 ? null : constraints.present / constraints.total),
    `${result.refused} / ${result.overBudget} / ${result.invalid}`,
  ];
}

function depthHeadings(): string[] {
  return ['window', 'policy', 'compactions', 'needed', 'recall', 'at risk', 'kept', 'with context'];
}

function depthRows(run: readonly PolicyResult[]): string[][] {
  const results = run.filter(({ policy }) => policy === 'everlong');
  return results.flatMap(({ window, policy, neededValuesAfter }) =>
    neededValuesAfter.map(({ compactions, needed, recall, atRisk }) => [
      window.toLocaleString('en-US'),
      `\`${policy}\``,
      String(compactions),
      String(needed),
      share(recall),
      String(atRisk.needed),
      share(atRisk.recall),
      share(atRisk.contextRecall),
    ]),
  );
}

function ratio(value: number, whole: number | undefined): string {
  return whole === undefined || whole === 0 ? '–' : (value / whole).toFixed(2);
}
