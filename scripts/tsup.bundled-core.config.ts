import { defineConfig, type Options } from 'tsup';

import shared from '../tsup.config.ts';

/**
 * The build of packages that load quickly: takes in the few functions of `@everlong/core` that are
 * used, instead of importing the package: its schema library takes longer to load than a
 * vocabulary.
 */
export default defineConfig({
  ...(shared as Options),
  noExternal: ['@everlong/core', '@everlong/redaction'],
  esbuildOptions(options) {
    options.conditions = ['@everlong/source'];
  },
});
