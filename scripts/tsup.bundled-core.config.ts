import { defineConfig, type Options } from 'tsup';

import shared from '../tsup.config.ts';

/**
 * The build of packages that use a few functions of `@everlong/core`: it takes these in, instead of
 * importing the package, so that the package loads quickly or installs nothing else.
 */
export default defineConfig({
  ...(shared as Options),
  noExternal: ['@everlong/core', '@everlong/redaction'],
  esbuildOptions(options) {
    options.conditions = ['@everlong/source'];
  },
});
