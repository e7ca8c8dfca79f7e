import { closeSync, fstatSync, type Stats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

import { CorruptRecordError, EverlongError, type ReadOptions } from '@everlong/core';

import { openForReading } from './file-errors.js';
import type { LineKind } from './line-kind.js';
import { ROW_BYTES, rowAt } from './log-rows.js';
import { type LogFiles, type LogTable, openLogTable } from './log-table.js';
import { countLines, endsLine, readLine, readSpan } from './read-lines.js';

/** The line of an item; `text` is `undefined` when it is missing. */
export interface LogLine {
  seq: number;
  offset: number | undefined;
  text: string | undefined;
}

/** A log as it was when it was opened; what is appended later does not show. */
export interface OpenLog {
  readonly files: LogFiles;
  readonly stats: Stats;
  readonly table: LogTable;
  /** Whether the last line lacks its line break. */
  readonly needsNewline: boolean;
  /** The lines of a range in pages of bounded size. */
  pages(range: ReadOptions): AsyncGenerator<LogLine[]>;
  line(seq: number): Promise<LogLine>;
  /** The last marked line. */
  markedLine(): LogLine | undefined;
  /**
   * The line decoded by `decode`, whose errors become a `CorruptRecordError` that names the line.
   */
  decode<Value>(line: LogLine, decode: (text: string) => Value): Value;
  close(): void;
}

const PAGE_LINES = 256;
const PAGE_BYTES = 256 * 1024;

/** Consecutive places, and where the line of the last one ends at most. */
interface Block {
  from: number;
  rows: Buffer;
  end: number;
}

/** Opens a log; `undefined` when there is no such file. */
export async function openLog(files: LogFiles, kind: LineKind): Promise<OpenLog | undefined> {
  const file = openForReading(files.log);
  if (file === undefined) return undefined;
  const stats = fstatSync(file);
  const table = await openLogTable(files, file, stats.size, kind).catch((error: unknown) => {
    closeSync(file);
    throw error;
  });

  /**
   * As many places of a range as fit a page, at least one: the first ones, or in reverse the last.
   */
  function nextBlock(first: number, last: number, reverse: boolean): Block {
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

  function lineUntil(end: number): (offset: number) => Buffer | undefined {
    return (offset) => readLine(open, offset, Math.min(end, table.state.end));
  }

  function linesOf({ from, rows, end }: Block): { lines: LogLine[]; areRight: boolean } {
    const start = rowAt(rows, 0).offset ?? end;
    const isOne = rows.length === ROW_BYTES;
    // A wrong row may claim a line of any length: a line alone is read until it ends.
    const lineAt = isOne ? lineUntil(end) : readSpan(open, start, end);
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

  const open = file;
  async function* pages(options: ReadOptions): AsyncGenerator<LogLine[]> {
    const { from = 0, to = Infinity, limit = Infinity, reverse = false } = options;
    let first = Math.max(0, from);
    let last = Math.min(table.state.count - 1, to);
    if (reverse) first = Math.max(first, last - limit + 1);
    else last = Math.min(last, first + limit - 1);
    while (first <= last) {
      const block = nextBlock(first, last, reverse);
      const { lines, areRight } = linesOf(block);
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

  return {
    files,
    stats,
    table,
    needsNewline: table.state.end > 0 && !endsLine(open, table.state.end),
    pages,
    async line(seq) {
      for await (const [line] of pages({ from: seq, to: seq })) if (line !== undefined) return line;
      return { seq, offset: undefined, text: undefined };
    },
    markedLine() {
      const { markOffset: offset, markSeq: seq, end } = table.state;
      if (offset < 0) return undefined;
      return { seq, offset, text: readLine(open, offset, end)?.toString('utf8') };
    },
    decode({ seq, offset, text }, decode) {
      let problem = 'the line is missing';
      let cause: unknown;
      try {
        if (text !== undefined) return decode(text);
      } catch (error) {
        if (EverlongError.isInstance(error) && error.code === 'unsupported-format') throw error;
        problem = error instanceof SyntaxError ? 'not JSON' : (error as Error).message;
        cause = error;
      }
      const line = offset === undefined ? '' : `:${countLines(open, offset) + 1}`;
      throw new CorruptRecordError(`${files.log}${line}`, `item ${seq}: ${problem}`, cause);
    },
    close() {
      table.close();
      closeSync(open);
    },
  };
}
