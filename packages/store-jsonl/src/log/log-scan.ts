import { readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

import type { LineKind } from './line-kind.js';
import { parseObject } from '../files/parse-object.js';
import type { GrowingRows } from './log-rows.js';
import { addLine, type LogState } from './log-state.js';
import { NEWLINE } from './read-lines.js';

const CHUNK_BYTES = 1 << 20;

/**
 * Reads an open log from `state.end` to `size`, adds the rows of its items and returns the state
 * there. What a writer left unfinished at the end, half a line or a part of a batch, does not
 * count. One pass, one chunk in memory at a time.
 */
export async function scanLog(
  file: number,
  size: number,
  kind: LineKind,
  state: LogState,
  rows: GrowingRows,
): Promise<LogState> {
  let committed = state;
  let staged = state;
  let leftInBatch = 0;

  function take(line: Buffer, start: number, end: number): void {
    const facts = kind.describe(line, staged.count);
    if (leftInBatch === 0) leftInBatch = facts?.batch ?? 1;
    staged = addLine(staged, rows, facts, start, end);
    leftInBatch--;
    if (leftInBatch === 0) committed = staged;
  }

  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - state.end));
  let pieces: Buffer[] = [];
  let lineStart = state.end;
  for (let position = state.end; position < size;) {
    const length = readSync(file, chunk, 0, Math.min(chunk.length, size - position), position);
    if (length === 0) break;
    let from = 0;
    for (let at = nextNewline(chunk, 0, length); at >= 0; at = nextNewline(chunk, from, length)) {
      const piece = chunk.subarray(from, at);
      const line = pieces.length === 0 ? piece : Buffer.concat([...pieces, piece]);
      const end = position + at + 1;
      if (!isBlank(line)) take(line, lineStart, end);
      else if (leftInBatch === 0) staged = committed = { ...committed, end };
      pieces = [];
      from = at + 1;
      lineStart = end;
    }
    if (from < length) pieces.push(Buffer.from(chunk.subarray(from, length)));
    position += length;
    if (position < size) await setImmediate();
  }
  const rest = Buffer.concat(pieces);
  if (parseObject(rest.toString('utf8')) !== undefined)
    take(rest, lineStart, lineStart + rest.length);
  return committed;
}

function nextNewline(chunk: Buffer, from: number, length: number): number {
  const at = chunk.indexOf(NEWLINE, from);
  return at < length ? at : -1;
}

/** Empty, or spaces and carriage returns only. */
function isBlank(line: Buffer): boolean {
  return line.length < 100 && line.toString('latin1').trim() === '';
}
