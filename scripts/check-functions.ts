/**
 * Holds the length of functions: exits with 1 and one line a function of more than 60 lines, those
 * of the functions inside it included. Exceptions are listed below with their reasons; without the
 * functions inside them, they have at most 60 lines too. Tests do not count. The lines are the
 * linter's. Run:
 *
 *     node scripts/check-functions.ts [--list]
 *
 * `--list`: every function of more than 60 lines, the longest first.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_LINES = 60;

/** Functions that may be longer in all, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'packages/tokenizer/src/encoding/byte-pair-encoder.ts createBytePairEncoder':
    'the hottest loop: its closures share a buffer and caches',
  'packages/tokenizer/src/encoding/merge-long.ts createLongMerger':
    'one algorithm whose steps share its tables, called for every byte of a long piece',
};

interface Function {
  name: string;
  file: string;
  /** The first line and the last one. */
  first: number;
  last: number;
}

interface Diagnostic {
  message: string;
  filename: string;
  labels: [{ span: { offset: number; length: number; line: number } }];
}

process.chdir(join(import.meta.dirname, '..'));
const functions = readFunctions();
const byFile = Map.groupBy(functions, ({ file }) => file);
const measured = functions
  .map((each) => ({ ...each, lines: each.last - each.first + 1, own: ownLines(each) }))
  .toSorted((left, right) => right.lines - left.lines);

if (process.argv.includes('--list')) {
  for (const { file, first, name, lines, own } of measured.filter(
    ({ lines: all }) => all > MAX_LINES,
  ))
    console.log(`${lines} lines, ${own} its own: ${name}, ${file}:${first}`);
}
const faults = measured.filter(({ file, name, lines, own }) =>
  `${file} ${name}` in EXCEPTIONS ? own > MAX_LINES : lines > MAX_LINES,
);
for (const { file, first, name, lines, own } of faults)
  console.error(
    `${file}:${first} ${name} has ${lines} lines, ${own} its own; at most ${MAX_LINES}`,
  );
process.exitCode = faults.length === 0 ? 0 : 1;

/** The lines of a function that are in no function inside it. */
function ownLines({ file, first, last }: Function): number {
  const inside = (byFile.get(file) ?? []).filter(
    (other) =>
      other.first >= first && other.last <= last && other.last - other.first < last - first,
  );
  const lines = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  // The line that begins a function is of the function around it.
  return lines.filter((line) => !inside.some((other) => line > other.first && line <= other.last))
    .length;
}

/** Every function of more than one line: the linter names each that breaks a limit of one. */
function readFunctions(): Function[] {
  const folder = mkdtempSync(join(tmpdir(), 'everlong-functions-'));
  const config = join(folder, 'oxlint.json');
  const rules = { 'max-lines-per-function': ['error', { max: 1 }] };
  writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules }));
  const sources = globSync('{{packages,apps}/*/src,examples,scripts}/**/*.{ts,tsx}', {
    exclude: ['**/node_modules/**', '**/*.test*'],
  });
  const linter = spawnSync('oxlint', ['-c', config, '-f', 'json', ...sources], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  rmSync(folder, { recursive: true });
  const { diagnostics } = JSON.parse(linter.stdout) as { diagnostics: Diagnostic[] };
  if (diagnostics.length === 0) throw new Error(`oxlint names no function: ${linter.stderr}`);
  return diagnostics.map(({ message, filename, labels: [{ span }] }) => {
    const text = readFileSync(filename).subarray(span.offset, span.offset + span.length);
    const lines = text.toString('utf8').split('\n').length;
    const name = /`(.+?)`/.exec(message)?.[1] ?? 'a function';
    return { name, file: filename, first: span.line, last: span.line + lines - 1 };
  });
}
