import { closeSync, fdatasync, ftruncateSync, openSync, truncateSync, write } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

import type { LineKind } from './line-kind.js';
import { createRows } from './log-rows.js';
import { addLine, emptyLog, type LogState } from './log-state.js';
import { type LogFiles, saveIndex } from './log-table.js';
import type { OpenLog } from './open-log.js';
import { syncFolder } from '../files/write-durably.js';

const writeBytes = promisify(write);
const syncData = promisify(fdatasync);

/** Adds lines to a log whose lock is held. */
export interface LogWriter {
  /** The state with the lines added so far. */
  readonly state: LogState;
  add(line: string): void;
  /** The text of an item that was added here. */
  addedLine(seq: number): string | undefined;
  /**
   * Writes all lines at once and resolves when they are on disk, together with what a writer that
   * died may have left unsynced. If that fails, nothing is added.
   */
  flush(): Promise<void>;
  /** Takes back what `flush` wrote. */
  undo(): void;
}

/** A writer that appends to the log; `log` is `undefined` when there is no file yet. */
export function createLogWriter(
  files: LogFiles,
  kind: LineKind,
  log: OpenLog | undefined,
): LogWriter {
  const first = log?.table.state ?? emptyLog;
  const added = log?.table.lateRows ?? createRows(0);
  const texts = new Map<number, string>();
  const pieces: Buffer[] = log?.needsNewline === true ? [Buffer.from('\n')] : [];
  const isUntouched = pieces.length;
  let state = first;
  let position = first.end + isUntouched;

  async function writeAll(): Promise<void> {
    const file = openSync(files.log, log === undefined ? 'wx' : 'r+');
    try {
      if (log !== undefined && log.stats.size > first.end) ftruncateSync(file, first.end);
      await writeWhole(file, Buffer.concat(pieces), first.end);
      await syncData(file);
    } catch (error) {
      ftruncateSync(file, first.end);
      throw error;
    } finally {
      closeSync(file);
    }
    if (log === undefined) syncFolder(dirname(files.log));
  }

  return {
    get state() {
      return state;
    },
    add(line) {
      const bytes = Buffer.from(`${line}\n`);
      texts.set(state.count, line);
      state = addLine(
        state,
        added,
        kind.describe(bytes.subarray(0, -1), state.count),
        position,
        position + bytes.length,
      );
      position += bytes.length;
      pieces.push(bytes);
    },
    addedLine: (seq) => texts.get(seq),
    async flush() {
      if (pieces.length > isUntouched) await writeAll();
      else if (log?.table.isBehind === true) await syncFile(files.log);
      else return;
      saveIndex(files, added, state);
    },
    undo() {
      if (pieces.length > isUntouched) truncateSync(files.log, first.end);
    },
  };
}

async function writeWhole(file: number, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const length = bytes.length - written;
    written += (await writeBytes(file, bytes, written, length, position + written)).bytesWritten;
  }
}

async function syncFile(path: string): Promise<void> {
  const file = openSync(path, 'r');
  try {
    await syncData(file);
  } finally {
    closeSync(file);
  }
}
