import { dirname } from 'node:path';

import {
  ConfigError,
  CorruptRecordError,
  EverlongError,
  StoreConflictError,
  UnsupportedFormatError,
} from '@everlong/core';
import { requireOptions } from '@everlong/core/internal';
import { makeFolder } from '@everlong/core/node';
import BetterSqlite3, { type Database } from 'better-sqlite3';

import { type Check, checkFields, isPath, oneOf, optional, such, within } from '../text/checks.js';
import { MEMORY_TABLES, MEMORY_TABLES_VERSION } from './memory-tables.js';

/** Where the index is, and how durable its writes are. */
export interface SqliteMemoryOptions {
  /** The file, created with its folders if missing; `:memory:` keeps everything in memory. */
  path: string;
  /**
   * `NORMAL` loses nothing when the process dies, but may lose the last changes when the machine
   * does (the sessions' logs still have them). Default `NORMAL`.
   */
  synchronous?: 'FULL' | 'NORMAL';
  /** How long a write waits for the writes of other processes, in milliseconds. Default 15000. */
  busyTimeoutMs?: number;
}

const BUSY_TIMEOUT_MS = 15_000;

/** SQLite keeps the timeout in 31 bits. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Opens the file in WAL mode, creating it, its folder and its tables if missing. Throws
 * `ConfigError` for invalid options and when it cannot be opened, `CorruptRecordError` when it is
 * damaged, `UnsupportedFormatError` when another version wrote it.
 */
export function openMemoryDatabase(options: SqliteMemoryOptions): Database {
  checkSqliteMemoryOptions(options);
  const { path, synchronous = 'NORMAL', busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
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
    const known = explainSqliteError(error, path);
    if (!(known instanceof Error) || known instanceof UnsupportedFormatError) throw known;
    if (known instanceof CorruptRecordError) throw known;
    throw new ConfigError(
      `Cannot open the memory ${path}: ${(error as Error).message}. ` +
        'Give the path of a SQLite file, or of a new file in a folder that can be written to.',
      error,
    );
  }
}

const OPTIONS = {
  path: such(isPath, 'It must name a file; give ":memory:" to keep all in memory.'),
  synchronous: optional(oneOf('FULL', 'NORMAL')),
  busyTimeoutMs: optional(within(0, MAX_TIMEOUT_MS)),
} satisfies Record<keyof SqliteMemoryOptions, Check>;

function checkSqliteMemoryOptions(options: SqliteMemoryOptions): void {
  const what = 'createSqliteMemoryIndex';
  requireOptions<SqliteMemoryOptions>(what, options, OPTIONS);
  checkFields(what, options, OPTIONS);
}

function createTables(database: Database, path: string): void {
  const version = (): number => database.pragma('user_version', { simple: true }) as number;
  const create = database.transaction(() => {
    if (version() === MEMORY_TABLES_VERSION) return;
    if (version() !== 0) {
      const isNewer = version() > MEMORY_TABLES_VERSION;
      throw new UnsupportedFormatError(
        `${path} was written by ${isNewer ? 'a newer' : 'an earlier'} everlong: its tables have ` +
          `version ${version()}, and this one knows ${MEMORY_TABLES_VERSION}. ` +
          (isNewer
            ? 'Update everlong to open it.'
            : 'Export it with the everlong that wrote it, move it away and import it.'),
      );
    }
    database.exec(MEMORY_TABLES);
    database.pragma(`user_version = ${MEMORY_TABLES_VERSION}`);
  });
  if (version() !== MEMORY_TABLES_VERSION) create.immediate();
}

/** Results caused by the disk or the system, not by the content of the file. */
const SYSTEM = /^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|PERM|NOMEM|TOOBIG)/;

/** The error to throw: one of SQLite becomes an error of core that names the file. */
export function explainSqliteError(error: unknown, path: string): unknown {
  if (EverlongError.isInstance(error) || !(error instanceof BetterSqlite3.SqliteError)) {
    return error;
  }
  const { code, message } = error;
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) {
    return new StoreConflictError(
      `The memory ${path} has been locked by another process for longer than busyTimeoutMs. Try again.`,
      error,
    );
  }
  if (SYSTEM.test(code)) {
    return new ConfigError(
      `Cannot use the memory ${path}: ${message}. ` +
        'Give a file that can be written to, on a disk with free space.',
      error,
    );
  }
  if (!/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return error;
  const cure =
    'Restore a copy of it. Without one, move it away: a new memory can observe the stored sessions ' +
    'again, and lacks what was only written to this one.';
  return new CorruptRecordError(path, `${message}. ${cure}`, error);
}
