import { ConfigError, CorruptRecordError, SessionNotFoundError } from '@everlong/core';

import type { Transaction } from 'better-sqlite3';

import type { SqliteStoreOptions } from '../sqlite-store-options.js';
import { openDatabase } from './open-database.js';
import { askWhileBusy } from './ask-while-busy.js';
import { explainSqliteError } from './sqlite-errors.js';
import type { SessionRow, Statements } from './statements.js';
import { createWriteQueue } from './write-queue.js';

/** The open database, as the parts of the store use it. */
export interface StoreDatabase {
  readonly statements: Statements;
  /**
   * Runs a change in one transaction that holds the write lock from its start. Changes run in the
   * order of the calls. Rejects with `ConfigError` when the file can only be read.
   */
  write<Result>(change: () => Result): Promise<Result>;
  /** The same for derived tables, which a copy of a file that can only be read has as well. */
  writeDerived<Result>(change: () => Result): Promise<Result>;
  /** Runs queries; errors of SQLite become those of core. */
  query<Result>(ask: () => Result): Result;
  /** Empties the log of what is in the file already, unless another process reads from it. */
  emptyLog(): void;
  /** The error for a row that must be there: its session was deleted, or the table is damaged. */
  missingRow(table: 'entries' | 'records', session: SessionRow, place: string): Error;
  /** The time in milliseconds since 1970, later than all times returned before, or the given clock's. */
  now(): number;
  /** Resolves when the changes that were begun are done and the file is closed. */
  close(): Promise<void>;
}

type Change = (run: () => unknown) => unknown;

export function openStoreDatabase(options: SqliteStoreOptions): StoreDatabase {
  const { path, busyTimeoutMs = 15_000, clock } = options;
  const { database, statements, isCopy } = openDatabase(options);
  // Created for the first change: it prepares statements that readers never run.
  let transaction: Transaction<Change> | undefined;
  const queue = createWriteQueue(busyTimeoutMs);
  let isClosed = false;
  let last = 0;

  function assertOpen(): void {
    if (isClosed) throw new ConfigError(`The store ${path} is closed. Create a new one.`);
  }

  /** A reader waits for the lock only while a log is being recovered, which takes little time. */
  function query<Result>(ask: () => Result): Result {
    if (!database.open) assertOpen();
    try {
      return askWhileBusy(ask, busyTimeoutMs);
    } catch (error) {
      throw explainSqliteError(error, path);
    }
  }

  async function writeDerived<Result>(change: () => Result): Promise<Result> {
    assertOpen();
    try {
      transaction ??= database.transaction<Change>((run) => run());
      const { immediate } = transaction;
      return await queue.run(() => immediate(change) as Result);
    } catch (error) {
      throw explainSqliteError(error, path);
    }
  }

  return {
    statements,
    query,
    writeDerived,
    async write(change) {
      if (!isCopy) return writeDerived(change);
      assertOpen();
      throw new ConfigError(`${path} is read-only. Copy it to a folder that can be written to.`);
    },
    emptyLog: () => void query(() => database.pragma('wal_checkpoint(TRUNCATE)')),
    missingRow(table, { key, id }, place) {
      const isThere = query(() => statements.sessionByKey.get(key)) !== undefined;
      if (!isThere) return new SessionNotFoundError(id);
      return new CorruptRecordError(`table ${table} (session ${id}, ${place})`, 'no such row');
    },
    now() {
      last = clock?.() ?? Math.max(last + 1, Date.now());
      return last;
    },
    async close() {
      isClosed = true;
      if (!queue.isIdle) await queue.settled();
      database.close();
    },
  };
}
