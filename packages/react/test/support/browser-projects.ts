import { fileURLToPath } from 'node:url';

import type { BrowserLaunch } from '@everlong/testing/browser';
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectInlineConfiguration } from 'vitest/config';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The major version of React that a project tests with. */
    react: string;
  }
}

/** React 18 under the names that parts and tests import. */
const REACT_18 = ['react', 'react-dom'].map((name) => ({
  find: new RegExp(`^${name}(?=/|$)`),
  replacement: `${name}-18`,
}));

/** Tests of the parts in a real browser, on both majors of React. */
export function browserProjects(launchOptions: BrowserLaunch): TestProjectInlineConfiguration[] {
  return [
    project(launchOptions, '19', 'test/**/*.test.tsx'),
    project(launchOptions, '18', 'test/behaviour/{hydration,hooks}.test.tsx', REACT_18),
  ];
}

function project(
  launchOptions: BrowserLaunch,
  react: string,
  include: string,
  alias: typeof REACT_18 = [],
): TestProjectInlineConfiguration {
  return {
    // What the root's configuration sets is for Node.
    extends: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    cacheDir: `node_modules/.vite/react-${react}`,
    resolve: {
      conditions: ['@everlong/source', 'module', 'browser', 'development|production'],
      alias,
    },
    // Named here, since one that is found later reloads the page under a running test.
    optimizeDeps: {
      include: [
        'axe-core',
        'react',
        'react/jsx-dev-runtime',
        'react-dom',
        'react-dom/client',
        'react-dom/server',
        'vitest-browser-react',
      ],
    },
    test: {
      name: `browser, react ${react}`,
      include: [include],
      provide: { react },
      testTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions }),
        instances: [{ browser: 'chromium' }],
      },
    },
  };
}
