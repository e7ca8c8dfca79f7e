import { StoreConflictError } from '../base/errors.js';
import type { ReadOptions } from './store.js';

/** The positions that read options select from a log of `length` items, in reading order. */
export function* selectSeqs(
  length: number,
  { from = 0, to = Infinity, limit = Infinity, reverse = false }: ReadOptions = {},
): Generator<number> {
  const first = Math.max(0, from);
  const last = Math.min(length - 1, to);
  const count = Math.min(last - first + 1, limit);
  for (let index = 0; index < count; index++) yield reverse ? last - index : first + index;
}

/** Throws `StoreConflictError` unless the log has exactly `expected` entries. */
export function checkExpectedSeq(sessionId: string, expected: number | undefined, actual: number) {
  if (expected === undefined || expected === actual) return;
  throw conflict(sessionId, `has ${actual} entries`, expected, 'appended. Read the new entries');
}

/** Throws `StoreConflictError` unless `expected` is the epoch in force. */
export function checkExpectedEpoch(
  sessionId: string,
  expected: number | undefined,
  actual: number,
) {
  if (expected === undefined || expected === actual) return;
  throw conflict(
    sessionId,
    `is in epoch ${actual}`,
    expected,
    'compacted it. Read the new records',
  );
}

function conflict(sessionId: string, state: string, expected: number, cure: string) {
  return new StoreConflictError(
    `Session "${sessionId}" ${state}, not the expected ${expected}: ` +
      `someone else ${cure} and try again.`,
  );
}
