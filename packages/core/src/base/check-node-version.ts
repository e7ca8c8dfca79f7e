import { ConfigError } from './errors.js';

const OLDEST_MAJOR = 22;

/**
 * Throws `ConfigError` in a Node older than 22, in which later code would fail. Other runtimes,
 * which have no Node version, pass. `name` is the function that was called.
 */
export function checkNodeVersion(name: string): void {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  const version = process?.versions?.node;
  if (version === undefined || Number.parseInt(version, 10) >= OLDEST_MAJOR) return;
  throw new ConfigError(
    `${name} needs Node ${OLDEST_MAJOR} or newer; this is Node ${version}. ` +
      'Install a newer one from https://nodejs.org, or with your version manager.',
  );
}
