import { defineConfig } from 'vitest/config';

import { ClosingLineReporter } from './scripts/closing-line-reporter.ts';

// Vite's own conditions for the server, after ours: tests see sources, without a build.
const conditions = ['@everlong/source', 'module', 'node', 'development|production'];

const PURE = 'budget,context,core,formats,redaction,replay,summarizer,testing,tokenizer,validators';

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: 'node',
    reporters: ['default', new ClosingLineReporter()],
    testTimeout: 120_000,
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
          include: ['packages/*/{src,test}/**/*.test.ts', 'apps/*/{src,test}/**/*.test.ts'],
          exclude: [`packages/{${PURE}}/**`, '**/node_modules/**'],
        },
      },
    ],
  },
});
