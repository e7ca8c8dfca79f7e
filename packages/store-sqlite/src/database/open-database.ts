import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { ConfigError, EverlongError } from '@everlong/core';
import BetterSqlite3, { type Database } from 'better-sqlite3';

import { migrate } from '../migrate.js';
import type { SqliteStoreOptions } from '../sqlite-store-options.js';

/**
 * Opens the file in WAL mode with its tables up to date, and makes its folder. Throws `ConfigError`
 * naming the path when it cannot be opened.
 */
export function openDatabase({
  path,
  synchronous = 'FULL',
  busyTimeoutMs = 5000,
}: SqliteStoreOptions): Database {
  let database: Database | undefined;
  try {
    if (path !== ':memory:') mkdirSync(dirname(resolve(path)), { recursive: true });
    database = new BetterSqlite3(path, { timeout: busyTimeoutMs });
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${synchronous}`);
    // The pages that every append touches are copied to the database less often than by default,
    // for a log file of about 16 MB.
    database.pragma('wal_autocheckpoint = 4000');
    migrate(database, path);
    return database;
  } catch (error) {
    database?.close();
    if (EverlongError.isInstance(error)) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `Cannot open the database ${path}: ${problem}. ` +
        'Give the path of a SQLite file, or of a new file in a folder that can be written to.',
      error,
    );
  }
}
