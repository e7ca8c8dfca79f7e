import { ConfigError } from './errors.js';
import { showValue } from './show-value.js';

/** Throws `ConfigError` unless the value has all these methods; `cure` says where to get one. */
export function checkMethods(
  what: string,
  value: unknown,
  methods: readonly string[],
  cure: string,
): void {
  const given = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (methods.every((name) => typeof given[name] === 'function')) return;
  const isPromise = typeof given['then'] === 'function';
  const shown = isPromise ? 'a promise: await it' : showPart(value);
  throw new ConfigError(
    `${what} must be an object with ${methods.join(', ')}, not ${shown}. ${cure}`,
  );
}

/** A part as an error shows it: `nothing` where it was left out. */
export function showPart(value: unknown): string {
  return value === undefined ? 'nothing' : showValue(value);
}
