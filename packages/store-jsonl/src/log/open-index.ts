import { closeSync } from 'node:fs';

import { openForReading } from '../files/file-errors.js';
import type { LineFacts, LineKind } from './line-kind.js';
import { type IndexHeader, readIndexHeader, readIndexRows } from './log-index.js';
import { type Row, rowAt } from './log-rows.js';
import { endsLine, readHead, readLine } from './read-lines.js';

/** An open index file, and what its header says. */
export interface OpenIndex extends IndexHeader {
  file: number;
}

/** Opens the index of an open log of `size` bytes; `undefined` when it has none that is right. */
export function openIndex(
  path: string,
  log: number,
  size: number,
  kind: LineKind,
): OpenIndex | undefined {
  const file = openForReading(path);
  if (file === undefined) return undefined;
  let index: OpenIndex | undefined;
  try {
    const header = readIndexHeader(file);
    if (header !== undefined && isIndexOf(log, size, kind, { file, ...header })) {
      index = { file, ...header };
    }
    return index;
  } finally {
    if (index === undefined) closeSync(file);
  }
}

/** If the log is shorter than its index states, or differs there, the index is of another log. */
function isIndexOf(
  log: number,
  size: number,
  kind: LineKind,
  { file, state: { count, end } }: OpenIndex,
): boolean {
  if (end > size) return false;
  if (end === 0) return true;
  if (!endsLine(log, end)) return false;
  if (count === 0) return true;
  const last = count - 1;
  return isLastLineOf(kind, last, rowAt(readIndexRows(file, last, count), 0), log, end);
}

/** Tells whether a line is the one that the row of its place describes. */
export function isLineOf(kind: LineKind, seq: number, row: Row, line: Buffer | undefined): boolean {
  if (line === undefined) return row.offset === undefined;
  const facts = kind.describe(line, seq);
  return facts === undefined ? row.hash === 0 : isOf(facts, seq, row);
}

/**
 * The same for the last line of an open log that ends at `end`. The line may be huge: its first
 * bytes usually suffice.
 */
function isLastLineOf(kind: LineKind, seq: number, row: Row, log: number, end: number): boolean {
  if (row.offset === undefined) return true;
  const head = readHead(log, row.offset, end);
  const facts = head && kind.describeHead?.(head);
  if (facts !== undefined) return isOf(facts, seq, row);
  return isLineOf(kind, seq, row, readLine(log, row.offset, end));
}

function isOf({ isItem, hash, seq: stated }: LineFacts, seq: number, row: Row): boolean {
  return isItem && hash === row.hash && (stated ?? seq) === seq;
}
