import { fileURLToPath } from 'node:url';

import type { BrowserLaunch } from '@everlong/testing/browser';
import { playwright } from '@vitest/browser-playwright';
import type { BrowserCommand } from 'vitest/node';
import type { TestProjectInlineConfiguration } from 'vitest/config';

/** What a test asks of the browser that its page cannot do. */
const commands = {
  /** Touches an element, as a finger does. */
  tap: (async (context, selector: string) => {
    const frame = await context.frame();
    await frame.locator(selector).tap();
  }) as BrowserCommand<[selector: string]>,
  /** Whether the person wants less motion. */
  reduceMotion: (async ({ page }, isReduced: boolean) => {
    await page.emulateMedia({ reducedMotion: isReduced ? 'reduce' : 'no-preference' });
  }) as BrowserCommand<[isReduced: boolean]>,
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    tap: (selector: string) => Promise<void>;
    reduceMotion: (isReduced: boolean) => Promise<void>;
  }
}

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

/** All tests of the parts in a real browser, on both majors of React. */
export function browserProjects(launchOptions: BrowserLaunch): TestProjectInlineConfiguration[] {
  return [project(launchOptions, '19'), project(launchOptions, '18', REACT_18)];
}

function project(
  launchOptions: BrowserLaunch,
  react: string,
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
      include: ['test/**/*.test.tsx'],
      provide: { react },
      testTimeout: 600_000,
      expect: { poll: { timeout: 300_000 } },
      browser: {
        enabled: true,
        headless: true,
        connectTimeout: 600_000,
        screenshotFailures: false,
        provider: playwright({ launchOptions, contextOptions: { hasTouch: true } }),
        commands,
        instances: [{ browser: 'chromium' }],
      },
    },
  };
}
