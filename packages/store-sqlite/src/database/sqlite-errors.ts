import { ConfigError, CorruptRecordError, EverlongError, StoreConflictError } from '@everlong/core';
import BetterSqlite3 from 'better-sqlite3';

type SqliteError = InstanceType<typeof BetterSqlite3.SqliteError>;

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

/** Tells whether SQLite gave up because another connection holds a lock. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, 'SQLITE_BUSY', 'SQLITE_LOCKED');
}

/** Tells whether a file could not be opened, or not be written to. */
export function isUnwritable(error: unknown): boolean {
  const isReadOnlySystem =
    error instanceof Error && 'code' in error && ['EROFS', 'EACCES'].includes(String(error.code));
  return isReadOnlySystem || hasCode(error, 'SQLITE_CANTOPEN', 'SQLITE_READONLY');
}

/** Tells whether SQLite found the file to be damaged. */
export function isDamage(error: unknown): error is SqliteError {
  return hasCode(error, 'SQLITE_CORRUPT');
}

/** The error to throw: one of SQLite becomes an error of core that names the file. */
export function explainSqliteError(error: unknown, path: string): unknown {
  if (EverlongError.isInstance(error) || !(error instanceof BetterSqlite3.SqliteError)) {
    return error;
  }
  if (isBusy(error)) {
    return new StoreConflictError(
      `${path} has been locked by another process for longer than busyTimeoutMs. Try again.`,
      error,
    );
  }
  if (hasCode(error, ...systemCodes)) {
    return new ConfigError(
      `Cannot use ${path}: ${error.message}. ` +
        'Give a file that can be written to, on a disk with free space.',
      error,
    );
  }
  // The statements are ours and checked by tests: what else fails them is the content of the file.
  return new CorruptRecordError(path, error.message, error);
}

/**
 * Tells whether it is an error of SQLite with one of these codes, or a more detailed form of one.
 */
function hasCode(error: unknown, ...codes: string[]): boolean {
  return (
    error instanceof BetterSqlite3.SqliteError && codes.some((code) => error.code.startsWith(code))
  );
}
