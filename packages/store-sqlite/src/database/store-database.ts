import {
  ConfigError,
  CorruptRecordError,
  SessionNotFoundError,
  StoreConflictError,
} from '@everlong/core';
import BetterSqlite3, { type Database } from 'better-sqlite3';

import { openDatabase } from './open-database.js';
import type { SqliteStoreOptions } from '../sqlite-store-options.js';
import { prepareStatements, type SessionRow, type Statements } from './statements.js';

/** The open database with what every part of the store needs of it. */
export interface StoreDatabase {
  readonly statements: Statements;
  /** Runs a change in one transaction that holds the write lock from its start. */
  write<Result>(change: () => Result): Result;
  /** Runs queries; errors of SQLite become those of core. */
  query<Result>(ask: () => Result): Result;
  /** Throws `SessionNotFoundError` when there is none. */
  session(sessionId: string): SessionRow;
  /** The time in milliseconds since 1970, later than every one it gave before. */
  now(): number;
  close(): void;
}

export function openStoreDatabase(options: SqliteStoreOptions): StoreDatabase {
  const database: Database = openDatabase(options);
  const statements = prepareStatements(database);
  const transaction = database.transaction((change: () => unknown) => change());
  let clock = 0;

  function query<Result>(ask: () => Result): Result {
    if (!database.open) {
      throw new ConfigError(`The store ${options.path} is closed. Create a new one.`);
    }
    try {
      return ask();
    } catch (error) {
      throw error instanceof BetterSqlite3.SqliteError ? explain(error, options.path) : error;
    }
  }

  return {
    statements,
    query,
    write: <Result>(change: () => Result) => query(() => transaction.immediate(change) as Result),
    session(sessionId) {
      const row = query(() => statements.session.get(sessionId));
      if (row === undefined) throw new SessionNotFoundError(sessionId);
      return row;
    },
    now() {
      clock = Math.max(clock + 1, Date.now());
      return clock;
    },
    close: () => database.close(),
  };
}

type SqliteError = InstanceType<typeof BetterSqlite3.SqliteError>;

function explain(error: SqliteError, path: string): Error {
  if (error.code.startsWith('SQLITE_BUSY')) {
    return new StoreConflictError(
      `${path} is locked by another process for longer than busyTimeoutMs. Try again.`,
      error,
    );
  }
  const isDamaged = error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB';
  return isDamaged ? new CorruptRecordError(path, error.message, error) : error;
}
