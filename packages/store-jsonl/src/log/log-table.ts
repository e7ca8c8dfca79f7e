import { isFileError } from '../files/file-errors.js';
import { tryLockFile } from '../files/file-lock.js';
import { createKnownRows } from './known-rows.js';
import type { LineKind } from './line-kind.js';
import { extendIndex, writeIndex } from './log-index.js';
import type { GrowingRows, Row } from './log-rows.js';
import { scanLog } from './log-scan.js';
import { emptyLog, type LogState } from './log-state.js';
import { isLineOf, openIndex } from './open-index.js';

/** The files of a log. */
export interface LogFiles {
  log: string;
  index: string;
  /** Who changes the log or its index holds this lock. */
  lock: string;
}

/** The offsets of the lines of an open log. */
export interface LogTable {
  readonly state: LogState;
  /** True if the log continues after what its index covers: that part may not be synced yet. */
  readonly isBehind: boolean;
  /** True if the whole log was read, so that the table cannot be wrong. */
  readonly isFresh: boolean;
  /** The rows of places from `from` to before `to`. */
  rows(from: number, to: number): Buffer;
  /** Tells whether the line is the one that the row of its place describes. */
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
  const index = openIndex(files.index, log, size, kind);
  let known = createKnownRows(index);
  let state = index?.state ?? emptyLog;
  let isBehind = false;

  async function scan(): Promise<void> {
    const from = state.end;
    state = await scanLog(log, size, kind, state, known.late);
    isBehind ||= state.end > from;
    if (state.end - from > WORTH_SAVING_BYTES) saveIndexIfFree(files, known.late, state);
  }

  async function rebuild(): Promise<void> {
    known.close();
    known = createKnownRows(undefined);
    state = emptyLog;
    await scan();
    if (state.end <= WORTH_SAVING_BYTES) saveIndexIfFree(files, known.late, state);
  }

  try {
    if (state.end < size) await scan();
  } catch (error) {
    known.close();
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
      return !known.isIndexed;
    },
    rows: (from, to) => known.slice(from, to),
    isRight: (seq, row, line) => isLineOf(kind, seq, row, line),
    async checkRows() {
      if (!known.isIntact()) await rebuild();
    },
    rebuild,
    get lateRows() {
      return known.late;
    },
    close: () => known.close(),
  };
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
