/** Set-up of test files: every random property draws from the seed of the run. */
import fc from 'fast-check';

import { runSeed } from './random.js';

fc.configureGlobal({ seed: runSeed() });
