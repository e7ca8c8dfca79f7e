/**
 * Compares the simulated prompt cache with what providers reported in recorded sessions of Claude
 * Code, pi and Codex. Use, after `pnpm build`: `pnpm --filter @everlong/bench cache [FILE…]`. Without files: those
 * under `normalized` in the folder that EVERLONG_CORPUS names.
 */
import { basename, dirname } from 'node:path';

import { readTranscript } from '@everlong/formats';
import { type RecordedCache, simulateRecordedCache } from '@everlong/replay';
import { corpusFiles } from '@everlong/testing/corpus';

import { markdownTable } from './markdown-table.ts';

const named = process.argv.slice(2);
const files = named.length > 0 ? named : corpusFiles('{claude-code,codex,pi}/*.gz');

type Sums = Pick<
  RecordedCache,
  'calls' | 'promptTokens' | 'recordedTokens' | 'simulatedTokens' | 'renewedTokens' | 'renewals'
>;
const totals = new Map<string, Sums>();
const TITLES = [
  'session',
  'calls',
  'prompt tokens',
  'recorded',
  'as logged',
  'heads renewed',
  'renewals',
  'lifetime',
];
const rows: string[][] = [];
for (const file of files) {
  const { entries } = await readTranscript(file);
  const result = await simulateRecordedCache(entries);
  const name = `${basename(dirname(file))}/${basename(file).replace('.jsonl.gz', '')}`;
  const note =
    result.unknownModels.length > 0 ? `no rules: ${result.unknownModels.join(', ')}` : '';
  rows.push(row(name, result, note || (result.lifetime === '1h' ? '1 hour' : '')));
  const source = basename(dirname(file));
  totals.set(source, add(totals.get(source), result));
}
for (const [source, sums] of totals) rows.push(row(`**${source}**`, sums, ''));
process.stdout.write(`${markdownTable(TITLES, rows).join('\n')}\n`);

function add(sums: Sums | undefined, result: RecordedCache): Sums {
  return {
    calls: (sums?.calls ?? 0) + result.calls,
    promptTokens: (sums?.promptTokens ?? 0) + result.promptTokens,
    recordedTokens: (sums?.recordedTokens ?? 0) + result.recordedTokens,
    simulatedTokens: (sums?.simulatedTokens ?? 0) + result.simulatedTokens,
    renewedTokens: (sums?.renewedTokens ?? 0) + result.renewedTokens,
    renewals: (sums?.renewals ?? 0) + result.renewals,
  };
}

function row(name: string, sums: Sums, note: string): string[] {
  const { calls, promptTokens, recordedTokens, simulatedTokens, renewedTokens, renewals } = sums;
  const share = (tokens: number): string =>
    promptTokens === 0 ? '–' : (tokens / promptTokens).toFixed(3);
  return [
    name,
    `${calls}`,
    `${promptTokens}`,
    share(recordedTokens),
    share(simulatedTokens),
    share(renewedTokens),
    `${renewals}`,
    note,
  ];
}
