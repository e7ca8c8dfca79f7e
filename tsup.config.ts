import { defineConfig } from 'tsup';

/**
 * The build of every package (its `build` script names the entries): one ES module an entry, shared
 * code in chunks beside them, every dependency external. `tsc` emits the declarations.
 */
export default defineConfig({
  format: ['esm'],
  target: 'node22',
  platform: 'neutral',
  splitting: true,
  sourcemap: true,
  clean: true,
  skipNodeModulesBundle: true,
  removeNodeProtocol: false,
  silent: true,
});
