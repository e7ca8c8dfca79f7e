import { existsSync, readFileSync, statSync } from 'node:fs';

import BetterSqlite3, { type Database } from 'better-sqlite3';

/**
 * Reads a database in a folder that cannot be written to: SQLite cannot open a write-ahead log
 * there, so the whole file is read into memory. What is written to the copy is lost.
 */
export function openReadOnlyCopy(path: string): Database {
  const bytes = serializeWithLog(path) ?? readFileSync(path);
  // A database in memory has no write-ahead log: the header must not ask for one.
  bytes.fill(1, 18, 20);
  return new BetterSqlite3(bytes);
}

/** The database, including the content of its write-ahead log, if there is one. */
function serializeWithLog(path: string): Buffer | undefined {
  const log = `${path}-wal`;
  if (!existsSync(log) || statSync(log).size === 0) return undefined;
  const database = new BetterSqlite3(path, { readonly: true });
  try {
    return database.serialize();
  } finally {
    database.close();
  }
}
