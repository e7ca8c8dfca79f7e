import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

import { ConfigError, CorruptRecordError, EverlongError } from '@everlong/core';
import { errorText } from '@everlong/core/internal';
import { makeFolder } from '@everlong/core/node';
import BetterSqlite3, { type Database } from 'better-sqlite3';

import { migrate } from '../migrate.js';
import type { SqliteStoreOptions } from '../sqlite-store-options.js';
import { askWhileBusy } from './ask-while-busy.js';
import { openReadOnlyCopy } from './read-only-copy.js';
import { explainSqliteError, isBusy, isDamage, isUnwritable } from './sqlite-errors.js';
import { prepareStatements, type Statements } from './statements.js';

/** An open database whose tables are up to date. */
export interface OpenDatabase {
  database: Database;
  statements: Statements;
  /** True if it is a copy in memory of a file that cannot be written to. */
  isCopy: boolean;
}

/**
 * How long SQLite itself waits for a lock: it blocks the event loop meanwhile, so that the queue of
 * writes waits instead.
 */
const BLOCKING_WAIT_MS = 10;

/**
 * Opens the file in WAL mode with its tables up to date, and makes its folder. A file that exists
 * and cannot be written to is opened for reading. Throws `ConfigError` naming the path when it
 * cannot be opened, `CorruptRecordError` when it is damaged.
 */
export function openDatabase(options: SqliteStoreOptions): OpenDatabase {
  const { path } = options;
  try {
    try {
      return prepare(path, false, () => openFile(options));
    } catch (error) {
      if (path === ':memory:' || !isUnwritable(error) || !existsSync(path)) throw error;
      return prepare(path, true, () => openReadOnlyCopy(path));
    }
  } catch (error) {
    throw explainOpening(error, path);
  }
}

function openFile({ path, synchronous = 'FULL', busyTimeoutMs = 15_000 }: SqliteStoreOptions) {
  if (path !== ':memory:') {
    makeFolder(dirname(path));
    if (existsSync(path)) accessSync(path, constants.W_OK);
  }
  const database = new BetterSqlite3(path, { timeout: busyTimeoutMs });
  return closeOnError(database, () => {
    // SQLite does not wait here where another process does the same to a new file.
    askWhileBusy(() => database.pragma('journal_mode = WAL'), busyTimeoutMs);
    database.pragma(`synchronous = ${synchronous}`);
    // Overwrites deleted rows: a deleted session leaves nothing in a freed page.
    database.pragma('secure_delete = ON');
    // The pages that every append touches are copied to the database less often than by default,
    // for a log file of about 16 MB.
    database.pragma('wal_autocheckpoint = 4000');
    return database;
  });
}

function prepare(path: string, isCopy: boolean, open: () => Database): OpenDatabase {
  const database = open();
  return closeOnError(database, () => {
    migrate(database, path);
    const statements = prepareStatements(database, (error) => explainSqliteError(error, path));
    // Reads the tables of sessions and entries: those that are not ours are refused at once.
    void statements.session;
    database.pragma(`busy_timeout = ${BLOCKING_WAIT_MS}`);
    return { database, statements, isCopy };
  });
}

function closeOnError<Result>(database: Database, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    database.close();
    throw error;
  }
}

function explainOpening(error: unknown, path: string): unknown {
  if (EverlongError.isInstance(error)) return error;
  if (isDamage(error)) return new CorruptRecordError(path, error.message, error);
  if (isBusy(error)) return explainSqliteError(error, path);
  return new ConfigError(
    `Cannot open the database ${path}: ${errorText(error)}. ` +
      'Give the path of a SQLite file, or of a new file in a folder that can be written to.',
    error,
  );
}
