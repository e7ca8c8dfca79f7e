import type { LineFacts, LineKind } from './line-kind.js';
import type { Row } from './log-rows.js';
import { readHead, readLine } from './read-lines.js';

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
export function isLastLineOf(
  kind: LineKind,
  seq: number,
  row: Row,
  log: number,
  end: number,
): boolean {
  if (row.offset === undefined) return true;
  const head = readHead(log, row.offset, end);
  const facts = head && kind.describeHead?.(head);
  if (facts !== undefined) return isOf(facts, seq, row);
  return isLineOf(kind, seq, row, readLine(log, row.offset, end));
}

function isOf({ isItem, hash, seq: stated }: LineFacts, seq: number, row: Row): boolean {
  return isItem && hash === row.hash && (stated ?? seq) === seq;
}
