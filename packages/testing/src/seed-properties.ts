/** Set-up of test files: every random property draws from the seed of the run. */
import { flushCompileCache } from 'node:module';

import fc from 'fast-check';

import { runSeed } from './random.js';

fc.configureGlobal({ seed: runSeed() });

// What the files before this one had Node compile is then there for processes that start later.
flushCompileCache();
