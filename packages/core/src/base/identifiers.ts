import { ConfigError } from './errors.js';
import { showValue } from './show-value.js';

/**
 * The last id made: the next one of the same millisecond follows it. The prefix is the text of the
 * time.
 */
let last = { time: 0, prefix: '', counter: 0 };

/**
 * A UUID of version 7: it starts with the time in milliseconds, so that indexes of ids grow at one
 * end. Ids of one process sort in the order in which they were made: a counter of 12 bits follows
 * the time (RFC 9562, section 6.2, method 1), then 62 random bits.
 */
export function createId(): string {
  advance(Date.now());
  const counter = last.counter.toString(16).padStart(3, '0');
  return last.prefix + counter + globalThis.crypto.randomUUID().slice(18);
}

/** A clock that is set back, or a full counter, continues from the last time. */
function advance(time: number): void {
  if (time > last.time) {
    last = { time, prefix: timePrefix(time), counter: 0 };
  } else if (last.counter < 0xf_ff) {
    last.counter++;
  } else {
    last = { time: last.time + 1, prefix: timePrefix(last.time + 1), counter: 0 };
  }
}

function timePrefix(time: number): string {
  const digits = time.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
}

const namePattern = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/;

/** Windows keeps these for devices, whatever follows a dot, and ignores a dot at the end. */
const windowsName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|\.$/i;

/** Tells whether a session id or agent name is safe as part of a path. */
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
