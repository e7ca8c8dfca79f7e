import { ConfigError } from './errors.js';

/** The time of the last id and its text: stores make thousands of ids in one millisecond. */
let last = { time: 0, prefix: '' };

/**
 * A random UUID of version 7: it starts with the time in milliseconds, so that ids made in order
 * sort in order and indexes of them grow at one end.
 */
export function createId(): string {
  const time = Date.now();
  if (time !== last.time) last = { time, prefix: timePrefix(time) };
  return last.prefix + globalThis.crypto.randomUUID().slice(15);
}

function timePrefix(time: number): string {
  const digits = time.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
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
