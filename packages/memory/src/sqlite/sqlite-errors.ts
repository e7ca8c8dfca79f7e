import { ConfigError, CorruptRecordError, EverlongError, StoreConflictError } from '@everlong/core';
import BetterSqlite3 from 'better-sqlite3';

/** Results caused by the disk or the system, not by the content of the file. */
const systemCodes = [
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_PERM',
  'SQLITE_NOMEM',
  'SQLITE_TOOBIG',
];

/** The error to throw: one of SQLite becomes an error of core that names the file. */
export function explainSqliteError(error: unknown, path: string): unknown {
  if (EverlongError.isInstance(error) || !(error instanceof BetterSqlite3.SqliteError)) {
    return error;
  }
  const { code, message } = error;
  const isOneOf = (...codes: string[]): boolean => codes.some((each) => code.startsWith(each));
  if (isOneOf('SQLITE_BUSY', 'SQLITE_LOCKED')) {
    return new StoreConflictError(
      `The memory ${path} has been locked by another process for longer than busyTimeoutMs. Try again.`,
      error,
    );
  }
  if (isOneOf(...systemCodes)) {
    return new ConfigError(
      `Cannot use the memory ${path}: ${message}. ` +
        'Give a file that can be written to, on a disk with free space.',
      error,
    );
  }
  return isOneOf('SQLITE_CORRUPT', 'SQLITE_NOTADB') ? damagedMemory(path, error) : error;
}

/** The error for a file that is no database, or no whole one. */
export function damagedMemory(path: string, error: Error): CorruptRecordError {
  const cure =
    'Restore a copy of it. Without one, move it away: a new memory can observe the stored sessions ' +
    'again, and lacks what was only written to this one.';
  return new CorruptRecordError(path, `${error.message}. ${cure}`, error);
}

/** Removed rows are in the write-ahead log as long as another connection reads the state with them. */
export function stillInLog(path: string): StoreConflictError {
  return new StoreConflictError(
    `What was forgotten is removed from ${path}, but ${path}-wal still holds it: another process ` +
      'has been reading for longer than busyTimeoutMs. Forget it again.',
  );
}
