/**
 * Law 14 by renaming: how much of what is chosen of recordings is chosen of the same recordings with
 * other words. Use, after `pnpm build`, with the folder of the recordings in EVERLONG_CORPUS:
 *
 *   pnpm --filter @everlong/bench renaming [--windows n,n] [FILE…]
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

import { readTranscript } from '@everlong/formats';

import { sampleFiles } from '../lab/sample.ts';
import { markdownTable } from '../markdown-table.ts';
import { percent } from '../percent.ts';
import { type Choices, compareChoices, type Sameness } from './compare-choices.ts';
import { PROTOCOL_TOKENS } from './rename-words.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { windows: { type: 'string', default: '8000,16000,32000,64000' } },
});

const files = positionals.length > 0 ? positionals : sampleFiles();
const rows: string[][] = [];
for (const window of flags.windows.split(',').map(Number)) {
  const compared: Choices[] = [];
  for (const file of files) {
    const { entries } = await readTranscript(file);
    const choices = await compareChoices(entries, window);
    if (choices === undefined) continue;
    compared.push(choices);
    if (positionals.length > 0) rows.push([basename(file), ...cellsOf([choices])]);
  }
  rows.push([`${window.toLocaleString('en')}: ${compared.length} sessions`, ...cellsOf(compared)]);
}
const title = ['window', 'lines of the account', 'same', 'older entries that stay', 'same'];
process.stdout.write(`${markdownTable(title, rows).join('\n')}\n\n`);
process.stdout.write(
  `Words that stay, ${PROTOCOL_TOKENS.length} of at most 30: ${PROTOCOL_TOKENS.join(' ')}\n`,
);

function cellsOf(choices: readonly Choices[]): string[] {
  return (['account', 'kept'] as const).flatMap((name) => {
    const all = choices.map((one): Sameness => one[name]);
    const [places, same] = [sum(all, 'places'), sum(all, 'same')];
    return [`${places}`, percent(same / places)];
  });
}

function sum(all: readonly Sameness[], name: keyof Sameness): number {
  return all.reduce((total, one) => total + one[name], 0);
}
