import { dirname } from 'node:path';

import { ConfigError, UnsupportedFormatError } from '@everlong/core';
import { makeFolder } from '@everlong/core/node';
import BetterSqlite3, { type Database } from 'better-sqlite3';

import { MEMORY_TABLES, MEMORY_TABLES_VERSION } from './memory-tables.js';
import { reindex } from './reindex.js';
import { damagedMemory } from './sqlite-errors.js';
import type { SqliteMemoryOptions } from './sqlite-memory-options.js';

const BUSY_TIMEOUT_MS = 15_000;

/**
 * Opens the file in WAL mode, creating it, its folder and its tables if missing. Throws
 * `ConfigError` when it cannot be opened, `CorruptRecordError` when it is damaged,
 * `UnsupportedFormatError` when a newer version wrote it.
 */
export function openMemoryDatabase({
  path,
  synchronous = 'NORMAL',
  busyTimeoutMs = BUSY_TIMEOUT_MS,
}: SqliteMemoryOptions): Database {
  let database: Database | undefined;
  try {
    if (path !== ':memory:') makeFolder(dirname(path));
    database = new BetterSqlite3(path, { timeout: busyTimeoutMs });
    database.pragma('journal_mode = WAL');
    database.pragma(`synchronous = ${synchronous}`);
    database.pragma('wal_autocheckpoint = 4000');
    // Overwrites deleted rows: a forgotten text leaves nothing in a freed page.
    database.pragma('secure_delete = ON');
    database.pragma('cache_size = -65536');
    createTables(database, path);
    return database;
  } catch (error) {
    database?.close();
    throw explainOpening(error, path);
  }
}

function createTables(database: Database, path: string): void {
  const version = (): number => database.pragma('user_version', { simple: true }) as number;
  if (version() > MEMORY_TABLES_VERSION) {
    throw new UnsupportedFormatError(
      `${path} was written by a newer everlong: its tables have version ${version()}, and this one ` +
        `knows ${MEMORY_TABLES_VERSION}. Update everlong to open it.`,
    );
  }
  if (version() === MEMORY_TABLES_VERSION) return;
  const create = database.transaction(() => {
    if (version() === MEMORY_TABLES_VERSION) return;
    if (version() === 0) database.exec(MEMORY_TABLES);
    else reindex(database);
    database.pragma(`user_version = ${MEMORY_TABLES_VERSION}`);
  });
  create.immediate();
}

function explainOpening(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || error instanceof UnsupportedFormatError) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return damagedMemory(path, error);
  }
  return new ConfigError(
    `Cannot open the memory ${path}: ${error.message}. ` +
      'Give the path of a SQLite file, or of a new file in a folder that can be written to.',
    error,
  );
}
