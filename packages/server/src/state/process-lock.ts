import { ConfigError } from '@everlong/core';
import BetterSqlite3 from 'better-sqlite3';

/**
 * Keeps other processes from the state at `path` until the function is called or this process ends,
 * however it ends: the lock is the operating system's, on a file beside it. Throws `ConfigError`
 * where another process has it.
 */
export function lockState(path: string): () => void {
  if (path === ':memory:') return () => {};
  const lock = new BetterSqlite3(`${path}-lock`, { timeout: 0 });
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
