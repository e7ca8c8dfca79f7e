import assert from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';

/**
 * Throws unless both are deep-equal, prototypes, bytes and `-0` included; the error shows both,
 * abridged.
 */
export function expectSame(actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  assert.fail(`expected\n${show(expected)}\nbut got\n${show(actual)}`);
}

function show(value: unknown): string {
  return inspect(value, { depth: 8, maxStringLength: 200, maxArrayLength: 20 });
}
