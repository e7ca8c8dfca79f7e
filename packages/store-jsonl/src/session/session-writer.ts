import { type SessionInfo, SessionNotFoundError, StoreConflictError } from '@everlong/core';

import { entryLineKind } from '../lines/entry-line.js';
import { hasCode } from '../log/file-errors.js';
import { type FileLock, lockFile } from '../log/file-lock.js';
import { createLogWriter, type LogWriter } from '../log/log-writer.js';
import { recordLine, recordLineKind } from '../lines/record-line.js';
import type { SessionFolder } from './session-folder.js';
import { entryFiles, openSessionLogs, recordFiles, type SessionLogs } from './session-logs.js';
import type { SessionPaths } from './session-paths.js';
import { foreignSummary } from './summary-file.js';

/** What changes of a session work on; no one else can change it meanwhile. */
export interface Transaction {
  readonly paths: SessionPaths;
  readonly logs: SessionLogs;
  readonly entries: LogWriter;
  readonly records: LogWriter;
  /** A time later than every one of the session and of this store, in ISO 8601. */
  now(): string;
  /** Runs once all lines are on disk. */
  afterwards(work: () => void): void;
  /** The `seq` of each entry that was added, by id. */
  readonly addedSeqs: Map<string, number>;
}

/** A change of a session: lines to add. It adds all of them in its last step, or throws. */
type Change<Result> = (transaction: Transaction) => Promise<Result> | Result;

/** Changes sessions, one group of changes at a time. */
export interface SessionWriter {
  /**
   * Makes a change and resolves with its result when it is on disk. Changes of one session happen
   * in the order of the calls; those that wait for one another share a lock and a flush. A change
   * that is `alone` shares with none.
   */
  change<Result>(sessionId: string, change: Change<Result>, alone?: boolean): Promise<Result>;
  /** A time in ISO 8601, later than `after` and all times returned before. */
  now(after: number): string;
}

interface Waiting {
  change: Change<unknown>;
  alone: boolean;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export function createSessionWriter(folder: SessionFolder, lockWaitMs: number): SessionWriter {
  const queues = new Map<string, Waiting[]>();
  let clock = 0;

  function now(after: number): string {
    clock = Math.max(clock + 1, after + 1, Date.now());
    return new Date(clock).toISOString();
  }

  async function drain(sessionId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      let lock: FileLock | undefined;
      try {
        const paths = folder.find(sessionId);
        lock = await lockFile(paths.lock, lockWaitMs);
        await commit(paths, lock, takeGroup(queue));
      } catch (error) {
        const gone = hasCode(error, 'ENOENT') ? new SessionNotFoundError(sessionId) : error;
        for (const { reject } of queue.splice(0)) reject(gone);
      } finally {
        lock?.release();
      }
    }
    queues.delete(sessionId);
  }

  async function commit(paths: SessionPaths, lock: FileLock, group: Waiting[]): Promise<void> {
    const done: { waiting: Waiting; result: unknown }[] = [];
    let logs: SessionLogs | undefined;
    try {
      logs = await openSessionLogs(paths);
      const { transaction, later } = begin(paths, logs);
      adoptSummary(transaction);
      for (const waiting of group) {
        try {
          done.push({ waiting, result: await waiting.change(transaction) });
        } catch (error) {
          waiting.reject(error);
        }
      }
      if (!lock.isHeld()) throw lostLock(paths);
      await transaction.entries.flush();
      await transaction.records.flush();
      for (const work of later) work();
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    } finally {
      logs?.close();
    }
    for (const { waiting, result } of done) waiting.resolve(result);
  }

  function begin(paths: SessionPaths, logs: SessionLogs) {
    const entries = createLogWriter(entryFiles(paths), entryLineKind(paths.id), logs.entries);
    const records = createLogWriter(recordFiles(paths), recordLineKind, logs.records);
    const later: (() => void)[] = [];
    const transaction: Transaction = {
      paths,
      logs,
      entries,
      records,
      now: () => now(Math.max(entries.state.updatedAt, records.state.updatedAt)),
      afterwards: (work) => later.push(work),
      addedSeqs: new Map(),
    };
    return { transaction, later };
  }

  return {
    now,
    change<Result>(sessionId: string, change: Change<Result>, alone = false) {
      return new Promise<Result>((resolve, reject) => {
        const waiting = { change, alone, resolve, reject } as Waiting;
        const queue = queues.get(sessionId);
        if (queue !== undefined) {
          queue.push(waiting);
          return;
        }
        const started = [waiting];
        queues.set(sessionId, started);
        void drain(sessionId, started);
      });
    },
  };
}

/** Makes the summary that supyagent left the first record of a session that has none. */
function adoptSummary({ paths, logs, entries, records, now }: Transaction): void {
  if (logs.records !== undefined) return;
  const record = foreignSummary(paths.summary, entries.state.count);
  if (record === undefined) return;
  records.add(recordLine({ ...record, recordSeq: 0, recordedAt: now() }));
}

/** The waiting changes, up to one that shares with none. */
function takeGroup(queue: Waiting[]): Waiting[] {
  const alone = queue.findIndex((waiting) => waiting.alone);
  return queue.splice(0, alone < 0 ? queue.length : Math.max(1, alone));
}

function lostLock({ lock, id }: SessionPaths): StoreConflictError {
  return new StoreConflictError(
    `${lock} was removed while session "${id}" was being written to. Nothing was added; try again.`,
  );
}

/** What is known of a session with what the transaction has added. */
export async function infoWithin({ logs, entries, records }: Transaction): Promise<SessionInfo> {
  const info = await logs.info();
  const updatedAt = Math.max(
    Date.parse(info.updatedAt),
    entries.state.updatedAt,
    records.state.updatedAt,
  );
  return {
    ...info,
    updatedAt: new Date(updatedAt).toISOString(),
    entryCount: entries.state.count,
    epoch: records.state.value,
  };
}
