import { closeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import { readIndexRows } from './log-index.js';
import { createRows, type GrowingRows } from './log-rows.js';
import type { OpenIndex } from './open-index.js';

/** The rows of a log: those of its index, if it has one, and after them those in memory. */
export interface KnownRows {
  readonly isIndexed: boolean;
  /** The rows in memory. */
  readonly late: GrowingRows;
  /** The rows of places from `from` to before `to`. */
  slice(from: number, to: number): Buffer;
  /** Tells whether the rows of the index have its checksum. */
  isIntact(): boolean;
  /** Closes the index. */
  close(): void;
}

const ROWS_AT_ONCE = 8192;

export function createKnownRows(index: OpenIndex | undefined): KnownRows {
  const late = createRows(index?.state.count ?? 0);

  function slice(from: number, to: number): Buffer {
    const middle = Math.min(Math.max(from, late.first), to);
    const ours = middle < to ? late.slice(middle, to) : Buffer.alloc(0);
    if (from === middle || index === undefined) return ours;
    return Buffer.concat([readIndexRows(index.file, from, middle), ours]);
  }

  return {
    isIndexed: index !== undefined,
    late,
    slice,
    isIntact() {
      if (index === undefined || late.first === 0) return true;
      let checksum = 0;
      for (let from = 0; from < late.first; from += ROWS_AT_ONCE) {
        checksum = crc32(slice(from, Math.min(from + ROWS_AT_ONCE, late.first)), checksum);
      }
      return checksum === index.rowsChecksum;
    },
    close() {
      if (index !== undefined) closeSync(index.file);
    },
  };
}
