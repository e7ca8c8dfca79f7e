import { defineConfig } from 'tsup';

/**
 * The build of every package: one ES module an entry, shared code in chunks beside them, every
 * dependency external. `tsc` emits the declarations.
 *
 * `entry` maps names in `dist` (without extension) to source files, relative to the package.
 */
export function defineBuild(entry: Record<string, string>): ReturnType<typeof defineConfig> {
  return defineConfig({
    entry,
    format: ['esm'],
    target: 'node22',
    platform: 'neutral',
    splitting: true,
    sourcemap: true,
    clean: true,
    skipNodeModulesBundle: true,
    silent: true,
  });
}
