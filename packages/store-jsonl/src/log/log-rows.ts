/** Bytes of a row: the offset of a line (6), nothing (2), its hash (4), little-endian. */
export const ROW_BYTES = 12;

/** The offset of an item whose line is not in the file. */
const MISSING = 0xffff_ffff_ffff;

/** The offset of a line, `undefined` when it is missing, and its hash. */
export interface Row {
  offset: number | undefined;
  hash: number;
}

/** The row at a place of a buffer of rows. */
export function rowAt(rows: Buffer, index: number): Row {
  const at = index * ROW_BYTES;
  const offset = rows.readUIntLE(at, 6);
  return { offset: offset === MISSING ? undefined : offset, hash: rows.readUInt32LE(at + 8) };
}

/** Rows in memory, from the place `first` on. */
export interface GrowingRows {
  readonly first: number;
  /**
   * Sets a row at or after the last one; places skipped are missing. Earlier ones than `first`
   * stay.
   */
  set(seq: number, offset: number, hash: number): void;
  /** The rows of places from `from` to before `to`. */
  slice(from: number, to: number): Buffer;
}

export function createRows(first: number): GrowingRows {
  let buffer = Buffer.alloc(16 * ROW_BYTES);
  let length = 0;

  function write(index: number, offset: number, hash: number): void {
    const at = index * ROW_BYTES;
    if (at + ROW_BYTES > buffer.length) {
      buffer = Buffer.concat([buffer], 2 * buffer.length);
    }
    buffer.writeUIntLE(offset, at, 6);
    buffer.writeUInt32LE(hash, at + 8);
    length = Math.max(length, index + 1);
  }

  return {
    first,
    set(seq, offset, hash) {
      if (seq < first) return;
      while (length < seq - first) write(length, MISSING, 0);
      write(seq - first, offset, hash);
    },
    slice(from, to) {
      return buffer.subarray((from - first) * ROW_BYTES, (to - first) * ROW_BYTES);
    },
  };
}
