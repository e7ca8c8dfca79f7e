import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import writeFileAtomic from 'write-file-atomic';

import { ROW_BYTES } from './log-rows.js';
import type { LogState } from './log-state.js';

/**
 * The index file of a log: a header of 64 bytes (8 that name the format, six doubles of the state,
 * a CRC-32 of all rows, a CRC-32 of the header so far), then a row for every item. It is derived: a
 * wrong one is rebuilt from the log.
 */
const MAGIC = 'everidx1';
const HEADER_BYTES = 64;

const fields = ['count', 'end', 'checkpointOffset', 'checkpointSeq', 'epoch', 'updatedAt'] as const;

/** The content of an index file's header. */
export interface IndexHeader {
  state: LogState;
  rowsChecksum: number;
}

/** The header of an open index file, or `undefined` when it has none. */
export function readIndexHeader(file: number): IndexHeader | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return undefined;
  if (header.toString('latin1', 0, 8) !== MAGIC) return undefined;
  if (header.readUInt32LE(60) !== crc32(header.subarray(0, 60))) return undefined;
  const values = fields.map((field, index) => [field, header.readDoubleLE(8 + 8 * index)]);
  const state = Object.fromEntries(values) as unknown as LogState;
  return { state, rowsChecksum: header.readUInt32LE(56) };
}

/** The rows of places from `from` to before `to`; zeros when the file ends before. */
export function readIndexRows(file: number, from: number, to: number): Buffer {
  const rows = Buffer.allocUnsafe((to - from) * ROW_BYTES);
  const read = readSync(file, rows, 0, rows.length, HEADER_BYTES + from * ROW_BYTES);
  return read === rows.length ? rows : rows.fill(0);
}

/**
 * Adds rows after the `count` ones of the index, then states them; another index is left alone.
 */
export function extendIndex(path: string, count: number, rows: Buffer, state: LogState): void {
  const file = openSync(path, 'r+');
  try {
    const header = readIndexHeader(file);
    if (header?.state.count !== count) return;
    writeSync(file, rows, 0, rows.length, HEADER_BYTES + count * ROW_BYTES);
    writeSync(file, encodeHeader(state, crc32(rows, header.rowsChecksum)), 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
}

/** Replaces the index file. */
export function writeIndex(path: string, rows: Buffer, state: LogState): void {
  writeFileAtomic.sync(path, Buffer.concat([encodeHeader(state, crc32(rows)), rows]), {
    fsync: false,
  });
}

function encodeHeader(state: LogState, rowsChecksum: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  for (const [index, field] of fields.entries()) header.writeDoubleLE(state[field], 8 + 8 * index);
  header.writeUInt32LE(rowsChecksum, 56);
  header.writeUInt32LE(crc32(header.subarray(0, 60)), 60);
  return header;
}
