/**
 * Each rule of accounts and of the working set taken away, one by one: tasks in five languages at
 * 8,000 tokens, the closed loop of recordings that fill 16,000, and constraints labelled by hand. Use,
 * with the folder of the recordings in EVERLONG_CORPUS:
 *
 *   pnpm --filter @everlong/bench ablation [--write] [--keep FILE]
 *
 * `--keep` saves rows in a file and plays none that is there; `--write` puts the table into
 * `bench/results/ablation.md`.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs, promisify } from 'node:util';

import { buildName } from '../build-name.ts';
import { markdownTable } from '../markdown-table.ts';
import { writeResult } from '../write-result.ts';
import type { Row } from './play.ts';
import { rules } from './rules.ts';

const AS_IT_IS = 'as it is';
const AT_ONCE = 2;

const { values: flags } = parseArgs({
  options: { write: { type: 'boolean', default: false }, keep: { type: 'string' } },
});
const rows: Record<string, Row> =
  flags.keep !== undefined && existsSync(flags.keep)
    ? (JSON.parse(readFileSync(flags.keep, 'utf8')) as Record<string, Row>)
    : {};
const names = [AS_IT_IS, ...rules.map(({ name }) => name)];
const waiting = names.filter((name) => rows[name] === undefined);
await Promise.all(Array.from({ length: AT_ONCE }, playWaiting));

const report = [
  `Played by the ${buildName()}.`,
  '',
  ...markdownTable(
    [
      'without',
      'tasks of 210',
      'pairs of 600',
      'constraints of 140',
      'cost',
      'read again',
      'lines',
    ],
    names.map((name) => [name, ...cells(rows[name])]),
  ),
].join('\n');
process.stdout.write(`${report}\n`);
if (flags.write) {
  writeResult('ablation', {
    title: 'Without each rule',
    command: 'pnpm --filter @everlong/bench ablation --write',
    text: report,
  });
}

async function playWaiting(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--conditions=@everlong/source',
        '--import=../scripts/source-hooks.ts',
        '--import=./ablation/without-rule.ts',
        'ablation/play.ts',
      ],
      { env: { ...process.env, EVERLONG_WITHOUT: name }, maxBuffer: 1e8 },
    );
    rows[name] = JSON.parse(stdout) as Row;
    if (flags.keep !== undefined) writeFileSync(flags.keep, JSON.stringify(rows, undefined, 1));
    process.stderr.write(`${name}\n`);
  }
}

function cells(row: Row | undefined): string[] {
  if (row === undefined) return [];
  const { solved, pairs, held, cost, readAgain, lines } = row;
  const share = `${(lines * 100).toFixed(1)} %`;
  return [`${solved}`, `${pairs}`, `${held}`, cost.toFixed(3), readAgain.toFixed(1), share];
}
