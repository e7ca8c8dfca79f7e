import { findBrowser, NO_BROWSER } from '@everlong/testing/browser';
import { defineConfig } from 'vitest/config';

import { browserProjects } from './test/support/browser-projects.js';

const browser = await findBrowser();
if (browser === undefined) throw new Error(NO_BROWSER);

/** `npm run test:browser`; the root's configuration runs the same with all other tests. */
export default defineConfig({ test: { projects: browserProjects(browser) } });
