import type { ValueKind } from '@everlong/core';

const KINDS: ReadonlySet<ValueKind> = new Set([
  'url',
  'email',
  'uuid',
  'hash',
  'version',
  'number',
  'port',
  'date',
  'identifier',
]);
const MAX_LENGTH = 200;

/** Whether a value is one to look up, and not a name of code: an address, or anything with a digit. */
export function isWorthKeeping(value: string, kind: ValueKind): boolean {
  if (!KINDS.has(kind) || value.length > MAX_LENGTH) return false;
  const digits = kind === 'identifier' ? /\d.*\d/ : /\d/;
  return kind === 'url' || kind === 'email' || digits.test(value);
}
