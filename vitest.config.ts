import { fileURLToPath } from 'node:url';

import { defaultExclude, defineConfig } from 'vitest/config';

import { browserProjects } from './packages/react/test/support/browser-projects.ts';
import { browserProject } from './packages/server/test/support/browser-project.ts';
import { findBrowser } from './packages/testing/src/find-browser.ts';
import { ClosingLineReporter } from './scripts/closing-line-reporter.ts';

// Workers inherit it; the closing line names it.
process.env['EVERLONG_SEED'] ??= String(Date.now() % 2 ** 31);

// Compiled code is kept between processes, sources that tests start with Node too.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('node_modules/.cache/compiled', import.meta.url),
);

/** Modules are loaded once for all files of a process: no test leaves anything behind. */
const SHARED = { isolate: false };

/** Packages whose tests start no process and write no file. */
const PURE = 'budget,context,core,formats,redaction,replay,summarizer,testing,tokenizer,validators';

/** Packages that applications run: their tests write files, listen, and start processes. */
const SERVICES = 'client,memory,react,server,store-contract,store-jsonl,store-sqlite';

/** Tests of packages that start processes of the build. */
const RUNS_THE_BUILD = [
  'packages/context/test/hostile/killed-sessions.test.ts',
  'packages/replay/src/replay/replay-files.test.ts',
];

/** Without one its tests are left out; `scripts/gate.ts` says so, `npm run test:browser` fails. */
const browser = await findBrowser();

export default defineConfig({
  test: {
    environment: 'node',
    reporters: ['default', new ClosingLineReporter()],
    // No test asserts times; this only ends those that hang, on a busy machine too.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    pool: 'forks',
    // Node loads the sources as they are, without a build: without Vite's transformation, and its
    // detour for each use of an import, the tests take a tenth less processor time.
    experimental: { viteModuleRunner: false },
    execArgv: [
      '--conditions=@everlong/source',
      `--import=${new URL('scripts/source-hooks.ts', import.meta.url).href}`,
      // More room for young objects, and no threads that collect them while all processors are
      // busy: each takes a tenth less processor time than Node's own settings.
      '--min-semi-space-size=16',
      '--max-semi-space-size=32',
      '--single-threaded-gc',
    ],
    // Vitest leaves one processor free otherwise.
    maxWorkers: '100%',
    setupFiles: ['./packages/testing/src/seed-properties.ts'],
    projects: [
      {
        extends: true,
        test: {
          ...SHARED,
          name: 'pure',
          include: [`packages/{${PURE}}/{src,test}/**/*.test.ts`, 'bench/test/*.test.ts'],
          exclude: [...RUNS_THE_BUILD, ...defaultExclude],
        },
      },
      {
        extends: true,
        test: {
          ...SHARED,
          name: 'services',
          include: [`packages/{${SERVICES}}/{src,test}/**/*.test.ts`],
          exclude: ['packages/server/test/browser/**', ...defaultExclude],
        },
      },
      {
        extends: true,
        test: {
          ...SHARED,
          name: 'apps',
          include: ['apps/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts', ...RUNS_THE_BUILD],
        },
      },
      {
        extends: true,
        // Providers of SDKs read the environment once, when they are loaded.
        test: { name: 'apps alone', include: ['examples/**/*.test.ts'] },
      },
      ...(browser === undefined ? [] : [...browserProjects(browser), browserProject(browser)]),
    ],
  },
});
