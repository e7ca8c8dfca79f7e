import { ConfigError } from './errors.js';
import { showValue } from './show-value.js';

/** The time of the last id and its text: stores create thousands of ids in a millisecond. */
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

/** Windows keeps these for devices, whatever follows a dot, and ignores a dot at the end. */
const windowsName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|\.$/i;

/** Whether a session id or agent name is safe as part of a path. */
export function isSafeName(name: unknown): name is string {
  return typeof name === 'string' && namePattern.test(name);
}

/**
 * Returns a new session id or agent name that is safe as a file name on every system; throws
 * `ConfigError` otherwise.
 */
export function checkName(what: 'session id' | 'agent' | 'tenant', name: unknown): string {
  if (isSafeName(name) && !windowsName.test(name)) return name;
  throw new ConfigError(
    `The ${what} ${showValue(name, 200)} cannot be used as a name. ` +
      'Use at most 128 letters, digits, "-", "_" and ".", with no "." at either end, ' +
      'and no name of a Windows device such as "con".',
  );
}
