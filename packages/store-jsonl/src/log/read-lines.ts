import { readSync } from 'node:fs';

export const NEWLINE = 10;
const FIRST_BYTES = 8192;
const CHUNK_BYTES = 1 << 20;

/** The line that begins at an offset; `undefined` when no line begins there before `end`. */
export function readLine(file: number, offset: number, end: number): Buffer | undefined {
  const head = readHead(file, offset, end);
  if (head === undefined || head.length < FIRST_BYTES) return head;
  return readSpan(file, offset, findNewline(file, offset + FIRST_BYTES, end))(offset);
}

/** The first bytes of that line, all of it if it is short. */
export function readHead(file: number, offset: number, end: number): Buffer | undefined {
  return readSpan(file, offset, Math.min(end, offset + FIRST_BYTES))(offset);
}

/** Finds the next line break, else `end`. */
function findNewline(file: number, offset: number, end: number): number {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(0, end - offset)));
  for (let position = offset; position < end;) {
    const wanted = Math.min(chunk.length, end - position);
    const bytes = chunk.subarray(0, readSync(file, chunk, 0, wanted, position));
    const found = bytes.indexOf(NEWLINE);
    if (found >= 0) return position + found;
    if (bytes.length === 0) break;
    position += bytes.length;
  }
  return end;
}

/**
 * Reads the bytes from `start` to before `end`. The function returned gives the line that begins at
 * an offset, up to its line break or `end`, and `undefined` when none begins there.
 */
export function readSpan(
  file: number,
  start: number,
  end: number,
): (offset: number) => Buffer | undefined {
  const from = Math.max(0, start - 1);
  const bytes = Buffer.allocUnsafe(Math.max(0, end - from));
  const length = readSync(file, bytes, 0, bytes.length, from);
  return (offset) => {
    const at = offset - from;
    if (at < 0 || at >= length || (offset > 0 && bytes[at - 1] !== NEWLINE)) return undefined;
    const lineEnd = bytes.indexOf(NEWLINE, at);
    return bytes.subarray(at, lineEnd < 0 || lineEnd > length ? length : lineEnd);
  };
}

/** Tells whether a line break is just before the offset. */
export function endsLine(file: number, offset: number): boolean {
  const byte = Buffer.alloc(1);
  return readSync(file, byte, 0, 1, offset - 1) === 1 && byte[0] === NEWLINE;
}

/** How many lines end before the offset. */
export function countLines(file: number, offset: number): number {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, offset));
  let count = 0;
  for (let position = 0; position < offset;) {
    const wanted = Math.min(chunk.length, offset - position);
    const bytes = chunk.subarray(0, readSync(file, chunk, 0, wanted, position));
    if (bytes.length === 0) break;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++;
    position += bytes.length;
  }
  return count;
}
