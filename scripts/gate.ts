/**
 * The gate: builds, then runs every check and all tests at the same time. Tests print as they go,
 * each check one line; what failed is printed in full at the end. Exits with 1 if anything failed.
 * A group of tests that passed on the same files is not run again; its output is shown again.
 *
 *     pnpm run go:gate            --force runs every test
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { stripVTControlCharacters } from 'node:util';

import { findBrowser, NO_BROWSER } from '../packages/testing/src/find-browser.ts';

interface Outcome {
  command: string;
  failed: boolean;
  output: string;
}

const QUIET = '--output-logs=errors-only';
/** In this order, one at a time: the tests take the other processors. */
const CHECKS = [
  `turbo run lint ${QUIET}`,
  'turbo boundaries',
  'node scripts/check-packages.ts',
  'node scripts/check-rooms.ts',
  'node scripts/check-functions.ts',
  'node scripts/api-report.ts --check',
  'knip',
  'knip --production --strict --dependencies',
  'node scripts/check-changesets.ts',
  'node scripts/check-documents.ts',
];

const hasBrowser = (await findBrowser()) !== undefined;
const TEST_GROUPS = ['test:pure', 'test:process', ...(hasBrowser ? ['test:parts'] : [])];
// One group at a time: each takes all processors.
const TESTS = `turbo run ${TEST_GROUPS.join(' ')} --continue --concurrency=1 --log-prefix=none${
  process.argv.includes('--force') ? ' --force' : ''
}`;
// What passed without the recorded sessions has not passed with them.
process.env['EVERLONG_CORPUS_FOUND'] = String(
  existsSync(
    process.env['EVERLONG_CORPUS'] ?? new URL('../../shared/corpus', import.meta.url).pathname,
  ),
);

const build = await run(`turbo run build ${QUIET}`);
const [checks, tests] = build.failed
  ? [[], undefined]
  : await Promise.all([runInTurn(CHECKS), run(TESTS, { isShown: true })]);

const failed = [build, ...checks].filter((outcome) => outcome.failed);
for (const { command, output } of failed) console.error(`\n✗ ${command}\n${output}`);
if (failed.length > 0)
  console.error(`\nFailed: ${failed.map(({ command }) => command).join('; ')}`);
if (!hasBrowser) console.log(`\nSkipped the tests in a browser: ${NO_BROWSER}`);
// Last, where readers of logs look for it.
if (tests !== undefined) console.log(`\n${closingLine(tests.output)}`);
process.exitCode = failed.length > 0 || tests === undefined || tests.failed ? 1 : 0;

async function runInTurn(commands: readonly string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const command of commands) outcomes.push(await run(command));
  return outcomes;
}

/** Runs a command of this repository; its output is kept, and shown at once if asked for. */
function run(command: string, { isShown = false } = {}): Promise<Outcome> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (isShown) process.stdout.write(text);
      });
    }
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      console.log(`${code === 0 ? '✓' : '✗'} ${command} (${seconds} s)`);
      resolve({ command, failed: code !== 0, output });
    });
  });
}

/** The sum of the lines in which each group's reporter counts its tests. */
function closingLine(output: string): string {
  const lines = stripVTControlCharacters(output).matchAll(
    /^(\d+) passed, (\d+) failed, (\d+) skipped$/gm,
  );
  const sums = [0, 0, 0];
  let groups = 0;
  for (const [, ...counts] of lines) {
    groups += 1;
    for (const [index, count] of counts.entries()) sums[index] = (sums[index] ?? 0) + Number(count);
  }
  if (groups < TEST_GROUPS.length) sums[1] = (sums[1] ?? 0) + TEST_GROUPS.length - groups;
  return `${sums[0]} passed, ${sums[1]} failed, ${sums[2]} skipped`;
}
