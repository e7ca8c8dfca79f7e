import { closeSync } from 'node:fs';

import { openForReading } from '../files/file-errors.js';
import type { LineKind } from './line-kind.js';
import { isLastLineOf } from './is-line-of.js';
import { type IndexHeader, readIndexHeader, readIndexRows } from './log-index.js';
import { rowAt } from './log-rows.js';
import { endsLine } from './read-lines.js';

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
