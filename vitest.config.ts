import { defineConfig } from 'vitest/config';

import { ClosingLineReporter } from './scripts/closing-line-reporter.ts';

// Vite's own conditions for the server, after ours: tests see sources, without a build.
const conditions = ['@everlong/source', 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: 'node',
    include: ['{packages,apps}/*/{src,test}/**/*.test.ts'],
    reporters: ['default', new ClosingLineReporter()],
  },
});
