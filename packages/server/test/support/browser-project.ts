import { fileURLToPath } from 'node:url';

import type { BrowserLaunch } from '@everlong/testing/browser';
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectInlineConfiguration } from 'vitest/config';

/** The client against a server that listens, in a page of a real browser. */
export function browserProject(launchOptions: BrowserLaunch): TestProjectInlineConfiguration {
  const conditions = ['@everlong/source', 'module', 'browser', 'development|production'];
  return {
    // What the root's configuration sets is for Node.
    extends: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    cacheDir: 'node_modules/.vite/server',
    resolve: { conditions },
    ssr: {
      resolve: { conditions: conditions.map((each) => (each === 'browser' ? 'node' : each)) },
    },
    test: {
      name: 'browser, client',
      include: ['test/browser/*.test.ts'],
      globalSetup: [fileURLToPath(new URL('browser-server.ts', import.meta.url))],
      testTimeout: 600_000,
      browser: {
        enabled: true,
        headless: true,
        connectTimeout: 600_000,
        screenshotFailures: false,
        provider: playwright({ launchOptions }),
        instances: [{ browser: 'chromium' }],
      },
    },
  };
}
