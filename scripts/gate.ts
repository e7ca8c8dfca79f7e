/**
 * The gate: builds, runs every check and all tests. The tests that need no build begin with it; the
 * rest runs at the same time once it is there, so that no processor waits for a last long file.
 * Each check prints one line, each group of tests its output when it ends; what failed is printed
 * in full at the end. Exits with 1 if anything failed. A group of tests that passed on the same
 * files is not run again; its output is shown again.
 *
 *     pnpm run go:gate            --force runs every test
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { stripVTControlCharacters } from 'node:util';

import { findBrowser, NO_BROWSER } from '../packages/testing/src/find-browser.ts';

interface Outcome {
  command: string;
  failed: boolean;
  output: string;
}

const QUIET = '--output-logs=errors-only';
const PROCESSORS = availableParallelism();
/** The longest first. */
const GROUPS = ['test:apps', 'test:pure', 'test:services'];
const FORCE = process.argv.includes('--force') ? ' --force' : '';
/** In this order, one at a time. */
const CHECKS = [
  `turbo run lint ${QUIET}`,
  'turbo boundaries',
  'node scripts/check-packages.ts',
  'node scripts/check-rooms.ts',
  'node scripts/check-functions.ts',
  'node scripts/api-report.ts --check',
  'node scripts/check-docstrings.ts',
  `turbo run unused ${QUIET}`,
  'node scripts/check-changesets.ts',
  'node scripts/check-documents.ts',
];

const hasBrowser = (await findBrowser()) !== undefined;
// What passed without the recorded sessions has not passed with them.
process.env['EVERLONG_CORPUS_FOUND'] = String(
  existsSync(
    process.env['EVERLONG_CORPUS'] ?? new URL('../../shared/corpus', import.meta.url).pathname,
  ),
);

// The type checker and esbuild are Go: collecting less often takes a sixth less processor time.
process.env['GOGC'] ??= '300';

const [longestGroup] = groupsToRun();
const pure = runTests('test:pure');
const build = await run(`turbo run build ${QUIET}`);
const rest = build.failed ? { checks: [], groups: [] } : await runOnBuild();
const outcomes = { checks: [build, ...rest.checks], groups: [await pure, ...rest.groups] };

const failedChecks = outcomes.checks.filter((outcome) => outcome.failed);
for (const { command, output } of failedChecks) console.error(`\n✗ ${command}\n${output}`);
const failed = [...failedChecks, ...outcomes.groups.filter((outcome) => outcome.failed)];
if (failed.length > 0)
  console.error(`\nFailed: ${failed.map(({ command }) => command).join('; ')}`);
if (!hasBrowser) console.log(`\nSkipped the tests in a browser: ${NO_BROWSER}`);
// Last, where readers of logs look for it.
if (!build.failed) console.log(`\n${closingLine(outcomes.groups)}`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** The checks one after the other, beside the tests; the browser's begin when the longest is over. */
async function runOnBuild(): Promise<{ checks: Outcome[]; groups: Outcome[] }> {
  const started = [runTests('test:services'), runTests('test:apps')];
  const [longest = '', ...others] = CHECKS;
  // Its type checker would run beside the tests on every processor, and take a fifth more time of them.
  const checks = [await run(longest, PROCESSORS > 2 ? {} : { env: { GOMAXPROCS: '1' } })];
  if (hasBrowser) started.push(runTests('test:browsers'));
  for (const command of others) checks.push(await run(command));
  return { checks, groups: await Promise.all(started) };
}

/** The groups that did not pass on the same files. */
function groupsToRun(): string[] {
  const { stdout } = spawnSync(`turbo run ${GROUPS.join(' ')} --dry=json${FORCE}`, {
    shell: true,
    encoding: 'utf8',
  });
  const { tasks } = JSON.parse(stdout) as { tasks: { task: string; cache: { status: string } }[] };
  const passed = new Set(
    tasks.filter(({ cache }) => cache.status === 'HIT').map(({ task }) => task),
  );
  return GROUPS.filter((group) => !passed.has(group));
}

/**
 * Runs a group of tests, unless it passed on the same files. The longest has a worker for each
 * processor, so that none is idle at the end; the others half as many: each worker loads and
 * compiles all modules anew, which takes a fifth more processor time of the pure tests.
 */
function runTests(group: string): Promise<Outcome> {
  const workers = Math.max(1, group === longestGroup ? PROCESSORS : Math.floor(PROCESSORS / 2));
  const env = GROUPS.includes(group) ? { VITEST_MAX_WORKERS: String(workers) } : {};
  // With one worker it would end last, beside an idle processor.
  const niceness = group === 'test:pure' || process.platform === 'win32' ? '' : 'nice -n 5 ';
  return run(`${niceness}turbo run ${group} --log-prefix=none${FORCE}`, { isShown: true, env });
}

/** Runs a command of this repository; its output is kept, and shown at the end if asked for. */
function run(
  command: string,
  { isShown = false, env = {} }: { isShown?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, {
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      if (isShown) console.log(output);
      console.log(`${code === 0 ? '✓' : '✗'} ${command} (${seconds} s)`);
      resolve({ command, failed: code !== 0, output });
    });
  });
}

/** The sum of the lines in which each group's reporter counts its tests. */
function closingLine(groups: readonly Outcome[]): string {
  const sums = [0, 0, 0];
  for (const { output } of groups) {
    const line = /^(\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(
      stripVTControlCharacters(output),
    );
    // A group that ended without its line failed.
    const [, ...counts] = line ?? ['', '0', '1', '0'];
    for (const [index, count] of counts.entries()) sums[index] = (sums[index] ?? 0) + Number(count);
  }
  return `${sums[0]} passed, ${sums[1]} failed, ${sums[2]} skipped`;
}
