import { defineConfig } from 'vitest/config';

import { ClosingLineReporter } from './scripts/closing-line-reporter.ts';

// Vite's own conditions for the server, after ours: tests see sources, without a build.
const conditions = ['@everlong/source', 'module', 'node', 'development|production'];

// Workers inherit it; the closing line names it.
process.env['EVERLONG_SEED'] ??= String(Date.now() % 2 ** 31);

/** Packages whose tests leave nothing behind in their process: these share workers. */
const PURE = 'budget,context,core,formats,redaction,replay,summarizer,testing,tokenizer,validators';

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: 'node',
    reporters: ['default', new ClosingLineReporter()],
    // No test asserts times; this only ends those that hang, on a busy machine too.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    pool: 'forks',
    setupFiles: ['./packages/testing/src/seed-properties.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [`packages/{${PURE}}/{src,test}/**/*.test.ts`],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['{packages,apps}/*/{src,test}/**/*.test.ts', '{scripts,examples}/**/*.test.ts'],
          exclude: [`packages/{${PURE}}/**`, '**/node_modules/**'],
        },
      },
    ],
  },
});
