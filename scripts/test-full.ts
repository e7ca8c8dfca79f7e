/**
 * All tests with large counts, the tokenizer against tiktoken on random texts, and every package as
 * users install it, in parts that can be run one by one. Each part writes its row of
 * `bench/results/test-full.md`, where the others keep theirs. Exits with 1 if anything failed.
 *
 *     npm run test:full
 *     node scripts/test-full.ts [PART]...        after a build
 */
import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';

interface Part {
  /** What it tries, and how often. */
  what: string;
  command: string;
  /** What of the output is the result. */
  result: RegExp;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const OUTPUT = new URL('../bench/results/test-full.md', import.meta.url);
const HEAD = '| part | what | result | minutes | run |\n|---|---|---|--:|---|';

/** How often, where the caller says so: a row tells, so that it can be repeated. */
const given = ['EVERLONG_LAW_RUNS', 'EVERLONG_KILLS', 'EVERLONG_FUZZ_TEXTS'].flatMap((name) =>
  process.env[name] === undefined ? [] : [`${name}=${process.env[name]}`],
);
// What the tests read; a smaller value given by the caller stays.
const histories = (process.env['EVERLONG_LAW_RUNS'] ??= '30000');
const kills = (process.env['EVERLONG_KILLS'] ??= '1000');
const fuzzedTexts = process.env['EVERLONG_FUZZ_TEXTS'] ?? '200000';

const COUNTED = /^\d+ passed, \d+ failed, \d+ skipped$/gm;
const VITEST = 'vitest run --reporter=./scripts/full-reporter.ts --testTimeout=21600000';
const files = Map.groupBy(
  globSync('{packages,apps,scripts,examples}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  }).toSorted(),
  partOf,
);

const tests = (part: string, what: string): Part => ({
  what,
  command: `${VITEST} ${files.get(part)?.join(' ')}`,
  result: COUNTED,
});

const parts = new Map<string, Part>([
  [
    'laws',
    tests('laws', `the laws: ${counted(histories)} random histories, the rest in proportion`),
  ],
  [
    'kills',
    tests('kills', `processes killed at work: ${counted(kills)} times in each durable store`),
  ],
  ['clients', tests('clients', 'SDKs and clients against the server, the examples')],
  [
    'properties',
    tests('properties', `all other random properties, for ${counted(histories)} histories`),
  ],
  ['rest', tests('rest', 'all other tests')],
  [
    'browser',
    {
      what: 'the React parts in a browser',
      command: `${VITEST} --project 'browser*'`,
      result: COUNTED,
    },
  ],
  [
    'fuzz',
    {
      what: `the tokenizer and tiktoken: ${counted(fuzzedTexts)} random texts and every code point`,
      command: `pnpm --filter @everlong/bench fuzz ${fuzzedTexts}`,
      result: /^\d+ differences$/gm,
    },
  ],
  [
    'import',
    {
      what: 'recordings of 1 GB, a log and an export, imported with a heap of 256 MB',
      command:
        'cd apps/cli && node --conditions=@everlong/source --import ../../scripts/source-hooks.ts bench/import.ts',
      result: /(?<=imported in ).*all there$/gm,
    },
  ],
  [
    'packages',
    {
      what: 'manifest and types of every packed package',
      command: 'node scripts/check-packages.ts',
      result: /^\d+ packages, \d+ with faults$/gm,
    },
  ],
]);

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !parts.has(name));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}. Choose of: ${[...parts.keys()].join(', ')}`,
  );
  process.exit(2);
}

const rows = readRows();
const failed: string[] = [];
for (const [name, part] of parts) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const startedMs = Date.now();
  const { code, output } = await run(part.command);
  const result = output.match(part.result)?.at(-1) ?? 'no result';
  const seed = /EVERLONG_SEED=\d+/.exec(output)?.[0] ?? /seed \d+/.exec(output)?.[0];
  const minutes = ((Date.now() - startedMs) / 60_000).toFixed(1);
  const variables = [...given, ...(seed === undefined ? [] : [seed])].join(' ');
  const when = `${new Date().toISOString().slice(0, 10)}${variables === '' ? '' : `, ${variables}`}`;
  rows.set(name, `| ${name} | ${part.what} | ${result} | ${minutes} | ${when} |`);
  if (code !== 0) failed.push(name);
  writeReport();
}
console.log(`\n${table()}`);
if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** The part that runs a file of tests: the first that fits. */
function partOf(path: string): string {
  const text = readFileSync(`${root}/${path}`, 'utf8');
  if (/EVERLONG_KILLS|describeCrashSafety\(/.test(text)) return 'kills';
  if (path.includes('/test/laws/')) return 'laws';
  if (/^(?:examples|packages\/(?:server|client)\/test)\//.test(path)) return 'clients';
  return text.includes('propertyRuns(') ? 'properties' : 'rest';
}

function counted(number: string): string {
  return Number(number).toLocaleString('en');
}

/** The rows of an earlier run, in the order of the parts. */
function readRows(): Map<string, string> {
  const lines = existsSync(OUTPUT) ? readFileSync(OUTPUT, 'utf8').split('\n') : [];
  return new Map(
    [...parts.keys()].flatMap((name) => {
      const row = lines.find((line) => line.startsWith(`| ${name} |`));
      return row === undefined ? [] : [[name, row]];
    }),
  );
}

function table(): string {
  return [HEAD, ...[...parts.keys()].flatMap((name) => rows.get(name) ?? [])].join('\n');
}

function writeReport(): void {
  writeFileSync(
    OUTPUT,
    `# The last full run of the tests

Each part as it ran last, written by \`npm run test:full\` (one part: \`node scripts/test-full.ts PART\`)
with Node ${process.versions.node} on ${availableParallelism()} processors. The minutes tell how long it took, other work beside it included.

${table()}
`,
  );
}

/** Runs a command, shows its output, and gives it without colours. */
function run(command: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, { shell: true, cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      process.stdout.write(text);
    });
    child.on('close', (code) => resolve({ code, output: stripVTControlCharacters(output) }));
  });
}
