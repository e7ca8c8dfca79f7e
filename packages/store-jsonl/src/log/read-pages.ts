import { setImmediate } from 'node:timers/promises';

import type { ReadOptions } from '@everlong/core';

import { ROW_BYTES, rowAt } from './log-rows.js';
import type { LogTable } from './log-table.js';
import { readLine, readSpan } from './read-lines.js';

/** The line of an item; `text` is `undefined` when it is missing. */
export interface LogLine {
  seq: number;
  offset: number | undefined;
  text: string | undefined;
}

const PAGE_LINES = 256;
const PAGE_BYTES = 256 * 1024;

/** Consecutive places, and where the line of the last one ends at most. */
interface Block {
  from: number;
  rows: Buffer;
  end: number;
}

/** The lines of a range of an open log in pages of bounded size. Mends a table that is wrong. */
export async function* readPages(
  file: number,
  table: LogTable,
  { from = 0, to = Infinity, limit = Infinity, reverse = false }: ReadOptions,
): AsyncGenerator<LogLine[]> {
  let first = Math.max(0, from);
  let last = Math.min(table.state.count - 1, to);
  if (reverse) first = Math.max(first, last - limit + 1);
  else last = Math.min(last, first + limit - 1);
  while (first <= last) {
    const block = nextBlock(table, first, last, reverse);
    const { lines, areRight } = linesOf(file, table, block);
    if (!areRight && !table.isFresh) {
      await table.rebuild();
      last = Math.min(last, table.state.count - 1);
      continue;
    }
    if (reverse) last = block.from - 1;
    else first = block.from + lines.length;
    yield reverse ? lines.toReversed() : lines;
    await setImmediate();
  }
}

/** As many places of a range as fit a page, at least one: the first ones, or in reverse the last. */
function nextBlock(table: LogTable, first: number, last: number, reverse: boolean): Block {
  const { count: all, end } = table.state;
  const count = Math.min(PAGE_LINES, last - first + 1);
  const from = reverse ? last - count + 1 : first;
  const rows = table.rows(from, Math.min(from + count + 1, all));
  const startOf = (index: number): number | undefined =>
    from + index < all ? rowAt(rows, index).offset : end;
  const fits = (low: number, high: number): boolean => {
    const [start = Infinity, next = -Infinity] = [startOf(low), startOf(high + 1)];
    return start < next && next - start <= PAGE_BYTES && startOf(high) !== undefined;
  };
  let low = reverse ? count - 1 : 0;
  let high = low;
  if (reverse) while (low > 0 && fits(low - 1, high)) low--;
  else while (high < count - 1 && fits(low, high + 1)) high++;
  const blockRows = rows.subarray(low * ROW_BYTES, (high + 1) * ROW_BYTES);
  return { from: from + low, rows: blockRows, end: startOf(high + 1) ?? end };
}

/** The lines of a block, and whether each is the one that its row describes. */
function linesOf(
  file: number,
  table: LogTable,
  { from, rows, end }: Block,
): { lines: LogLine[]; areRight: boolean } {
  const start = rowAt(rows, 0).offset ?? end;
  const isOne = rows.length === ROW_BYTES;
  // A wrong row may claim a line of any length: a line alone is read until it ends.
  const lineAt = isOne
    ? (offset: number) => readLine(file, offset, Math.min(end, table.state.end))
    : readSpan(file, start, end);
  let areRight = true;
  const lines = Array.from({ length: rows.length / ROW_BYTES }, (_, index): LogLine => {
    const row = rowAt(rows, index);
    const line = row.offset === undefined ? undefined : lineAt(row.offset);
    const isRight = table.isRight(from + index, row, line);
    areRight &&= isRight;
    const text = isRight ? line?.toString('utf8') : undefined;
    return { seq: from + index, offset: row.offset, text };
  });
  return { lines, areRight };
}
