import { resolve } from 'node:path';

/**
 * The absolute path that a user means, from `cwd`. A leading `~/` is the home folder, also where no
 * shell has read it: in a file, or after `--dir=`.
 */
export function resolvePath(
  path: string,
  { cwd, environment: { HOME: home } }: { cwd: string; environment: NodeJS.ProcessEnv },
): string {
  const isBelowHome = home !== undefined && home !== '' && path.startsWith('~/');
  return isBelowHome ? resolve(home, path.slice(2)) : resolve(cwd, path);
}
