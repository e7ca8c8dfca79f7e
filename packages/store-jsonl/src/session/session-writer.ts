import { SessionNotFoundError, StoreConflictError } from '@everlong/core';

import { hasCode } from '../files/file-errors.js';
import { type FileLock, lockFile } from '../files/file-lock.js';
import type { SessionFolder } from './session-folder.js';
import { openSessionLogs, type SessionLogs } from './session-logs.js';
import type { SessionPaths } from './session-paths.js';
import { beginTransaction, type Transaction } from './transaction.js';

/** A change of a session: lines to add. It adds all of them in its last step, or throws. */
type Change<Result> = (transaction: Transaction) => Promise<Result> | Result;

/** Changes sessions, one group of changes at a time. */
export interface SessionWriter {
  /**
   * Makes a change and resolves with its result when it is on disk. Changes of one session happen
   * in the order of the calls; those that wait for one another share a lock and a flush.
   */
  change<Result>(sessionId: string, change: Change<Result>): Promise<Result>;
  /** Runs `remove` once all earlier changes are made, under the same lock. */
  remove(sessionId: string, remove: (paths: SessionPaths) => void): Promise<void>;
  /** A time in ISO 8601, later than `after` and all times returned before, or the given clock's. */
  now(after: number): string;
}

interface Settling {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}
type WaitingChange = Settling & { change: Change<unknown> };
type WaitingRemoval = Settling & { remove: (paths: SessionPaths) => void };
type Waiting = WaitingChange | WaitingRemoval;

export function createSessionWriter(
  folder: SessionFolder,
  lockWaitMs: number,
  clock?: () => number,
): SessionWriter {
  const queues = new Map<string, Waiting[]>();
  const now = createNow(clock);

  async function drain(sessionId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      let lock: FileLock | undefined;
      try {
        const paths = folder.find(sessionId);
        lock = await lockFile(paths.lock, lockWaitMs);
        const [first] = queue;
        if (first !== undefined && 'remove' in first) {
          queue.shift();
          removeSession(folder, sessionId, lock, first);
        } else {
          await commit(paths, lock, takeChanges(queue), now);
        }
      } catch (error) {
        const gone = hasCode(error, 'ENOENT') ? new SessionNotFoundError(sessionId) : error;
        for (const { reject } of queue.splice(0)) reject(gone);
      } finally {
        lock?.release();
      }
    }
    queues.delete(sessionId);
  }

  function enqueue(sessionId: string, waiting: Waiting): void {
    const queue = queues.get(sessionId);
    if (queue !== undefined) {
      queue.push(waiting);
      return;
    }
    const started = [waiting];
    queues.set(sessionId, started);
    void drain(sessionId, started);
  }

  return {
    now,
    change<Result>(sessionId: string, change: Change<Result>) {
      return new Promise<Result>((resolve, reject) => {
        enqueue(sessionId, { change, resolve, reject });
      });
    },
    remove(sessionId, remove) {
      return new Promise<void>((resolve, reject) => {
        enqueue(sessionId, { remove, resolve, reject });
      });
    },
  };
}

function createNow(clock: (() => number) | undefined): SessionWriter['now'] {
  let last = 0;
  return (after) => {
    last = clock?.() ?? Math.max(last + 1, after + 1, Date.now());
    return new Date(last).toISOString();
  };
}

/** Removes the session, unless another process did so first. */
function removeSession(
  folder: SessionFolder,
  sessionId: string,
  lock: FileLock,
  { remove, resolve, reject }: WaitingRemoval,
): void {
  try {
    const paths = folder.find(sessionId);
    if (!lock.isHeld()) throw lostLock(paths);
    remove(paths);
    resolve(undefined);
  } catch (error) {
    reject(error);
  }
}

/** Makes the changes, and settles each when all lines are on disk. */
async function commit(
  paths: SessionPaths,
  lock: FileLock,
  group: WaitingChange[],
  now: SessionWriter['now'],
): Promise<void> {
  const done: { waiting: WaitingChange; result: unknown }[] = [];
  let logs: SessionLogs | undefined;
  try {
    logs = await openSessionLogs(paths);
    const { transaction, flush } = beginTransaction(logs, now);
    for (const waiting of group) {
      try {
        done.push({ waiting, result: await waiting.change(transaction) });
      } catch (error) {
        waiting.reject(error);
      }
    }
    if (!lock.isHeld()) throw lostLock(paths);
    await flush();
  } catch (error) {
    for (const { reject } of group) reject(error);
    return;
  } finally {
    logs?.close();
  }
  for (const { waiting, result } of done) waiting.resolve(result);
}

/** Takes the changes at the head of the queue, up to a removal. */
function takeChanges(queue: Waiting[]): WaitingChange[] {
  const removal = queue.findIndex((waiting) => 'remove' in waiting);
  return queue.splice(0, removal < 0 ? queue.length : removal) as WaitingChange[];
}

function lostLock({ lock, id }: SessionPaths): StoreConflictError {
  return new StoreConflictError(
    `${lock} was removed while session "${id}" was being written to. Nothing was added; try again.`,
  );
}
