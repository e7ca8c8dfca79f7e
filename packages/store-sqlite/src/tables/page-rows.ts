import type { ReadOptions } from '@everlong/core';

import { rowKey } from '../database/row-key.js';

/** About this many characters are held in memory at once. */
const PAGE_CHARACTERS = 1_000_000;

/** A range of primary keys, both ends included. */
export interface KeyRange {
  from: number;
  to: number;
  limit: number;
  reverse: boolean;
}

/** The keys that read options select from a session's log of `length` rows. */
export function keyRange(
  sessionKey: number,
  length: number,
  { from = 0, to = Infinity, limit = Infinity, reverse = false }: ReadOptions,
): KeyRange {
  return {
    from: rowKey(sessionKey, Math.max(0, from)),
    to: rowKey(sessionKey, Math.min(length - 1, to)),
    limit,
    reverse,
  };
}

/**
 * The rows of a range in pages, so that a long session streams and the connection is free for
 * writes between them.
 */
export function* pageRows<Row extends { key: number }>(
  { from, to, limit, reverse }: KeyRange,
  fetch: (from: number, to: number, limit: number) => Row[],
  sizeOf: (row: Row) => number,
): Generator<Row, undefined> {
  let pageSize = 32;
  let [first, last, left] = [from, to, limit];
  while (left > 0 && first <= last) {
    const rows = fetch(first, last, Math.min(pageSize, left));
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return undefined;
    left -= rows.length;
    if (reverse) last = end.key - 1;
    else first = end.key + 1;
    const characters = rows.reduce((sum, row) => sum + sizeOf(row), 1);
    pageSize = Math.ceil(Math.min(512, (PAGE_CHARACTERS * rows.length) / characters));
  }
  return undefined;
}
