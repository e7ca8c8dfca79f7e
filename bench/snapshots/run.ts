/**
 * What snapshots give back, forget and invent: plays recorded sessions through the policy
 * `everlong` without a model and with hostile ones, and prints the tables of `bench/results/snapshots.md`;
 * `--write` puts them there. Use, after `pnpm build`:
 *
 *   pnpm --filter @everlong/bench snapshots [--write] [--windows n,n] [--reserve n] [--sample n] [FILE…]
 *
 * Without files: every `.jsonl.gz` under `normalized` in the folder that EVERLONG_CORPUS names.
 * Hostile models get one of `--sample` files.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { openSession } from '@everlong/context';
import { createMemoryStore } from '@everlong/core';
import { readTranscript } from '@everlong/formats';
import { replayFiles } from '@everlong/replay';
import { corpus, corpusFiles } from '@everlong/testing/corpus';
import { createTokenizer } from '@everlong/tokenizer';

import { buildName } from '../build-name.ts';
import { constraintShare, inThousands, share } from './cells.ts';
import { hostileTable } from './hostile-table.ts';
import { type KeptConstraints, labelledFiles, walkConstraints } from './labelled-constraints.ts';
import { markdownTable } from '../markdown-table.ts';
import { writeResult } from '../write-result.ts';

const CHECKED_AFTER = [1, 3, 10];
const GENERATIONS = [1, 3, 10, 20, 30, 40, 50];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    windows: { type: 'string', default: '8000,16000,32000' },
    reserve: { type: 'string', default: '1024' },
    sample: { type: 'string', default: '5' },
  },
});
const files = positionals.length > 0 ? positionals : corpusFiles();
const windows = flags.windows.split(',').map(Number);
const reserve = Number(flags.reserve);

const startedMs = Date.now();
const reach = await reachTables();
const constraints = await constraintsTable();
const generations = await generationsTable();
const sample = files.filter((_, index) => index % Number(flags.sample) === 0);
const hostile = await hostileTable(sample, { windows, reserve });
const report = [
  `${files.length} sessions, reserve ${flags.reserve}; ${buildName()}. Took ` +
    `${Math.round((Date.now() - startedMs) / 1000)} s on ${availableParallelism()} processors ` +
    `with a load of ${(loadavg()[1] ?? 0).toFixed(1)}.`,
  ...reach,
  ...constraints,
  ...generations,
  ...hostile,
].join('\n');
process.stdout.write(`${report}\n`);
if (flags.write) {
  writeResult('snapshots', {
    title: 'What snapshots give back, forget and invent',
    command: 'pnpm --filter @everlong/bench snapshots --write',
    text: report,
  });
}

/** What snapshots without a model give back, and what they cost. */
async function reachTables(): Promise<string[]> {
  const depths: string[][] = [];
  const sums: string[][] = [];
  for (const window of windows) {
    const { result, failures } = await replayFiles(files, {
      policies: ['newest', 'everlong'],
      window,
      reserve,
    });
    for (const { file, message } of failures) process.stderr.write(`${file}: ${message}\n`);
    const [newest, everlong] = result.total;
    if (newest === undefined || everlong === undefined) continue;
    for (const { compactions, atRisk } of everlong.neededValuesAfter) {
      depths.push([
        inThousands(window),
        `${compactions}`,
        `${atRisk.needed}`,
        share(atRisk.recall),
        share(atRisk.contextRecall),
      ]);
    }
    const { snapshots, compactions, costWithMisses, recoverable, ledgerPrecision } = everlong;
    sums.push([
      inThousands(window),
      `${compactions}`,
      `${snapshots.made}`,
      `${snapshots.values}`,
      `${snapshots.invented.length}`,
      constraintShare(everlong),
      share(recoverable),
      share(ledgerPrecision),
      (costWithMisses / newest.costWithMisses).toFixed(2),
      `${everlong.refused} / ${everlong.overBudget} / ${everlong.invalid}`,
    ]);
    if (snapshots.invented.length > 0)
      process.stderr.write(`invented: ${snapshots.invented.slice(0, 20).join(' ')}\n`);
  }
  return [
    '',
    'Values at risk that requests hold after at least so many compactions:',
    '',
    ...markdownTable(['window', 'compactions', 'at risk', 'recall', 'with context'], depths),
    '',
    ...markdownTable(
      [
        'window',
        'compactions',
        'snapshots',
        'exact values shown',
        'invented',
        'found constraints in requests',
        'recoverable',
        'ledger used',
        'cost with misses of `newest`',
        'refused / over / invalid',
      ],
      sums,
    ),
  ];
}

/** Constraints that were labelled by hand, a compaction every 40 messages. */
async function constraintsTable(): Promise<string[]> {
  const rows: string[][] = [];
  for (const contextWindow of windows) {
    const options = { contextWindow, checkedAfter: CHECKED_AFTER };
    const kept: KeptConstraints[] = [];
    for (const file of labelledFiles) kept.push(...(await walkConstraints(corpus, file, options)));
    for (const compactions of CHECKED_AFTER) {
      const after = kept.filter((of) => of.compactions === compactions);
      const sum = (count: (of: (typeof kept)[number]) => number): string =>
        `${after.reduce((soFar, of) => soFar + count(of), 0)}`;
      rows.push([
        inThousands(contextWindow),
        `${compactions}`,
        sum(({ labelled }) => labelled),
        sum(({ held }) => held),
        sum(({ found }) => found),
        sum(({ found, silent }) => found - silent.length),
        sum(({ silent }) => silent.length),
      ]);
    }
  }
  return [
    '',
    `Constraints labelled by hand in ${labelledFiles.length} sessions, compacted every 40 messages:`,
    '',
    ...markdownTable(
      [
        'window',
        'compactions',
        'labelled so far',
        'words in the request',
        'found',
        'of these quoted',
        'missing',
      ],
      rows,
    ),
  ];
}

/** All sessions one after another as one conversation, compacted so often. */
async function generationsTable(): Promise<string[]> {
  const sessions = await Promise.all(files.map((file) => readTranscript(file)));
  const entries = sessions.flatMap((session) =>
    session.entries.map(({ message }) => ({ message })),
  );
  const most = Math.max(...GENERATIONS);
  const between = Math.ceil(entries.length / most);
  const tokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });
  const rows: string[][] = [];
  for (const contextWindow of windows) {
    const session = await openSession({
      store: createMemoryStore(),
      contextWindow,
      policy: 'everlong',
      budget: { responseReserve: reserve },
      tokenizer,
    });
    const tokens: number[] = [];
    for (let from = 0; from < entries.length; from += between) {
      await session.append(entries.slice(from, from + between));
      await session.compact();
      tokens.push((await session.prepare()).state.used.summary);
    }
    await session.close();
    const at = GENERATIONS.map((generation) => `${tokens[generation - 1] ?? '–'}`);
    rows.push([inThousands(contextWindow), ...at, `${Math.max(...tokens)}`]);
  }
  return [
    '',
    `Tokens of the snapshots in the request, all sessions one after another as one conversation, ` +
      `compacted every ${between} messages:`,
    '',
    ...markdownTable(['window', ...GENERATIONS.map((count) => `after ${count}`), 'most'], rows),
  ];
}
