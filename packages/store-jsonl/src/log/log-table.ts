import { closeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import { isFileError, openForReading } from './file-errors.js';
import { tryLockFile } from './file-lock.js';
import type { LineFacts, LineKind } from './line-kind.js';
import { extendIndex, readIndexRows, readIndexHeader, writeIndex } from './log-index.js';
import { createRows, type GrowingRows, type Row, ROW_BYTES, rowAt } from './log-rows.js';
import { scanLog } from './log-scan.js';
import { emptyLog, type LogState } from './log-state.js';
import { endsLine, readHead, readLine } from './read-lines.js';

/** The files of a log. */
export interface LogFiles {
  log: string;
  index: string;
  /** Who changes the log or its index holds this lock. */
  lock: string;
}

/** Where the lines of an open log begin. */
export interface LogTable {
  readonly state: LogState;
  /** Whether the log continues after what its index covers: that part may not be synced yet. */
  readonly isBehind: boolean;
  /** Whether the whole log was read, so that the table cannot be wrong. */
  readonly isFresh: boolean;
  /** The rows of places from `from` to before `to`. */
  rows(from: number, to: number): Buffer;
  /** Whether the line is the one that the row of its place describes. */
  isRight(seq: number, row: Row, line: Buffer | undefined): boolean;
  /** Verifies all rows, for callers that search them. */
  checkRows(): Promise<void>;
  /** Forgets the index, which was found to be wrong, and reads the log. */
  rebuild(): Promise<void>;
  /** The rows that the index file does not hold. */
  readonly lateRows: GrowingRows;
  close(): void;
}

/** Readers leave the index of shorter logs to the next writer. */
const WORTH_SAVING_BYTES = 64 * 1024;
const ROWS_AT_ONCE = 8192;

/**
 * The table of an open log of `size` bytes: from its index if that is right, otherwise by one pass
 * over the log.
 */
export async function openLogTable(
  files: LogFiles,
  log: number,
  size: number,
  kind: LineKind,
): Promise<LogTable> {
  let index = openForReading(files.index);
  let state = emptyLog;
  let late = createRows(0);
  let isBehind = false;
  let savedChecksum = 0;

  function rows(from: number, to: number): Buffer {
    const middle = Math.min(Math.max(from, late.first), to);
    const ours = middle < to ? late.slice(middle, to) : Buffer.alloc(0);
    if (from === middle || index === undefined) return ours;
    const saved = readIndexRows(index, from, middle);
    return Buffer.concat([saved ?? Buffer.alloc((middle - from) * ROW_BYTES), ours]);
  }

  function isRight(seq: number, row: Row, line: Buffer | undefined): boolean {
    if (line === undefined) return row.offset === undefined;
    const facts = kind.describe(line, seq);
    return facts === undefined ? row.hash === 0 : isOf(facts, seq, row);
  }

  /** The same for the last line, which may be huge: the first bytes usually suffice. */
  function isLastRight(seq: number, row: Row, end: number): boolean {
    if (row.offset === undefined) return true;
    const head = readHead(log, row.offset, end);
    const facts = head && kind.describeHead?.(head);
    if (facts !== undefined) return isOf(facts, seq, row);
    return isRight(seq, row, readLine(log, row.offset, end));
  }

  /** If the log is shorter than its index states, or differs there, the index is of another log. */
  function useIndex(): boolean {
    const header = index === undefined ? undefined : readIndexHeader(index);
    if (header === undefined || header.state.end > size) return false;
    const stated = header.state;
    savedChecksum = header.rowsChecksum;
    state = stated;
    late = createRows(stated.count);
    if (stated.end === 0) return true;
    if (!endsLine(log, stated.end)) return false;
    if (stated.count === 0) return true;
    const last = stated.count - 1;
    return isLastRight(last, rowAt(rows(last, stated.count), 0), stated.end);
  }

  function forgetIndex(): void {
    if (index !== undefined) closeSync(index);
    index = undefined;
    state = emptyLog;
    late = createRows(0);
  }

  async function scan(): Promise<void> {
    const from = state.end;
    state = await scanLog(log, size, kind, state, late);
    isBehind ||= state.end > from;
    if (state.end - from > WORTH_SAVING_BYTES) saveIndexIfFree(files, late, state);
  }

  async function rebuild(): Promise<void> {
    forgetIndex();
    await scan();
    if (state.end <= WORTH_SAVING_BYTES) saveIndexIfFree(files, late, state);
  }

  try {
    if (!useIndex()) forgetIndex();
    if (state.end < size) await scan();
  } catch (error) {
    forgetIndex();
    throw error;
  }

  return {
    get state() {
      return state;
    },
    get isBehind() {
      return isBehind;
    },
    get isFresh() {
      return index === undefined;
    },
    rows,
    isRight,
    async checkRows() {
      if (index === undefined || late.first === 0) return;
      let checksum = 0;
      for (let from = 0; from < late.first; from += ROWS_AT_ONCE) {
        checksum = crc32(rows(from, Math.min(from + ROWS_AT_ONCE, late.first)), checksum);
      }
      if (checksum !== savedChecksum) await rebuild();
    },
    rebuild,
    get lateRows() {
      return late;
    },
    close() {
      if (index !== undefined) closeSync(index);
    },
  };
}

function isOf({ isItem, hash, seq: stated }: LineFacts, seq: number, row: Row): boolean {
  return isItem && hash === row.hash && (stated ?? seq) === seq;
}

/**
 * Brings the index file up to a state of the log, whose lock is held. May fail without harm: the
 * index only saves time.
 */
export function saveIndex({ index }: LogFiles, late: GrowingRows, state: LogState): void {
  const rows = late.slice(late.first, state.count);
  try {
    if (late.first === 0) writeIndex(index, rows, state);
    else extendIndex(index, late.first, rows, state);
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
}

/** The same, unless a writer holds the lock. */
function saveIndexIfFree(files: LogFiles, late: GrowingRows, state: LogState): void {
  try {
    const lock = tryLockFile(files.lock);
    if (lock === undefined) return;
    saveIndex(files, late, state);
    lock.release();
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
}
