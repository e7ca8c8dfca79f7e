/**
 * What a summary costs that is asked for at the end of the session's own request, beside one that
 * is asked for with a transcript: plays recorded sessions with a model that answers at once, and
 * simulates the provider's prompt cache at the recorded times. Use, after `pnpm build`:
 *
 *   pnpm --filter @everlong/bench live [--windows n,n] [--models a,b] [--every n] [FILE…]
 *
 * Without files: every `.jsonl.gz` under `normalized` in the folder that EVERLONG_CORPUS names;
 * `--every 4` takes one of four.
 */
import { parseArgs } from 'node:util';

import { readTranscript } from '@everlong/formats';
import { corpusFiles } from '@everlong/testing/corpus';
import { createTokenizer } from '@everlong/tokenizer';

import { emptyTotals, walkSession } from './live-walk.ts';
import { markdownTable } from './markdown-table.ts';
import { percent } from './percent.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    windows: { type: 'string', default: '16000,64000' },
    models: { type: 'string', default: 'claude-sonnet-4-6,gpt-5.5' },
    every: { type: 'string', default: '1' },
  },
});
const files = (positionals.length > 0 ? positionals : corpusFiles()).filter(
  (_, index) => index % Number(flags.every) === 0,
);

const TITLES = [
  'model',
  'window',
  'summaries',
  'calls at the end of the request',
  'their input from the cache',
  'all input from the cache',
  'with transcripts only',
  'cost of the input',
  'with transcripts only',
];

const rows: string[][] = [];
const realNow = Date.now;
for (const model of flags.models.split(',')) {
  const tokenizer = await createTokenizer({ model });
  for (const window of flags.windows.split(',').map(Number)) {
    const [live, plain] = [emptyTotals(), emptyTotals()];
    for (const file of files) {
      const { entries } = await readTranscript(file);
      await walkSession(entries, { model, window, tokenizer, isLive: true }, live);
      await walkSession(entries, { model, window, tokenizer, isLive: false }, plain);
    }
    Date.now = realNow;
    rows.push([
      model,
      window.toLocaleString('en'),
      `${live.summaries}`,
      `${live.appends}`,
      percent(live.appendCachedTokens / live.appendTokens),
      percent(live.cachedTokens / live.inputTokens),
      percent(plain.cachedTokens / plain.inputTokens),
      `$${live.usd.toFixed(2)}`,
      `$${plain.usd.toFixed(2)}`,
    ]);
    process.stderr.write(`${rows.at(-1)?.join(' | ')}\n`);
  }
}
process.stdout.write(`${files.length} sessions\n\n${markdownTable(TITLES, rows).join('\n')}\n`);
