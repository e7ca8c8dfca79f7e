import { existsSync, realpathSync, statSync } from 'node:fs';

import { ConfigError } from '@everlong/core';
import BetterSqlite3 from 'better-sqlite3';

/**
 * The file behind a path, whichever symbolic links lead to it. Throws `ConfigError` for one with
 * several names: SQLite keeps a log beside each name, and two of them spoil the file.
 */
export function realFile(path: string): string {
  if (!existsSync(path)) return path;
  const real = realpathSync(path);
  if (statSync(real).nlink === 1) return real;
  throw new ConfigError(
    `${path} is one of several hard links to a file. Remove the others, or copy it: two programs ` +
      'that open a database by different names damage it.',
  );
}

/**
 * Keeps other processes from the state at `path` until the function is called or this process ends,
 * however it ends: the lock is the operating system's, on a file beside it. Throws `ConfigError`
 * where another process has it.
 */
export function lockState(path: string): () => void {
  if (path === ':memory:') return () => {};
  const lock = new BetterSqlite3(`${realFile(path)}-lock`, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof BetterSqlite3.SqliteError) || error.code !== 'SQLITE_BUSY') throw error;
    throw new ConfigError(
      `Another server process uses ${path}. Stop it first, or give this one a database of its own: ` +
        'jobs, repeated requests and limits are kept in order by one process.',
      error,
    );
  }
  return () => lock.close();
}
