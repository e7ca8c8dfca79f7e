import { ConfigError } from './errors.js';

/** A random UUID (version 4), from the platform's generator. */
export function createId(): string {
  return globalThis.crypto.randomUUID();
}

const namePattern = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/;

/** Returns a session id or agent name that is safe as a file name; throws `ConfigError` otherwise. */
export function checkName(what: 'session id' | 'agent', name: string): string {
  if (namePattern.test(name)) return name;
  throw new ConfigError(
    `The ${what} ${JSON.stringify(name)} cannot be used as a name. ` +
      'Use at most 128 letters, digits, "-", "_" and ".", not starting with ".".',
  );
}
