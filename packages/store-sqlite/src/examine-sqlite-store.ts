import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { EverlongError, type StoreFinding } from '@everlong/core';
import type { Database } from 'better-sqlite3';

import { openDatabase } from './database/open-database.js';
import { explainSqliteError } from './database/sqlite-errors.js';
import type { SessionRow } from './database/statements.js';
import { examineFile } from './examination/examine-file.js';
import { examineRest } from './examination/examine-rest.js';
import { examineSession } from './examination/examine-session.js';
import type { Fault } from './examination/fault.js';

/** The options of `examineSqliteStore`. */
export interface ExamineSqliteOptions {
  /** The file of the store, which must be there. */
  path: string;
  /** Repairs what loses nothing, and keeps the file as it was in this folder. Default: only looks. */
  keepIn?: string;
}

/** Looks through the file and the rows of all sessions of all tenants for what should not be so. */
export async function* examineSqliteStore({
  path,
  keepIn,
}: ExamineSqliteOptions): AsyncGenerator<StoreFinding> {
  let database: Database | undefined;
  try {
    ({ database } = openDatabase({ path }));
    const repair = keepIn === undefined ? undefined : repairing(database, path, keepIn);
    for (const fault of faultsIn(database, path)) yield settle(fault, repair);
  } catch (error) {
    const explained = explainSqliteError(error, path);
    if (!EverlongError.isInstance(explained)) throw error;
    yield { kind: 'damaged', place: path, detail: explained.message, cure: 'none' };
  } finally {
    database?.close();
  }
}

function* faultsIn(database: Database, path: string): Generator<Fault> {
  yield* examineFile(database, path);
  const sessions = database
    .prepare<[], SessionRow & { tenant: string }>(
      `SELECT key, tenant, id, metadata, record_count AS recordCount, epoch FROM sessions ORDER BY key`,
    )
    .all();
  for (const session of sessions) {
    const { tenant, id: sessionId } = session;
    for (const fault of examineSession(database, session)) yield { ...fault, tenant, sessionId };
  }
  yield* examineRest(database);
}

/** Runs a repair; the first one copies the file before. */
function repairing(database: Database, path: string, keepIn: string): (sql: string) => void {
  let isKept = false;
  return (sql) => {
    const change = database.transaction(() => {
      if (!isKept) {
        mkdirSync(keepIn, { recursive: true });
        for (const file of [path, `${path}-wal`]) {
          if (existsSync(file)) copyFileSync(file, join(keepIn, basename(file)));
        }
      }
      isKept = true;
      database.exec(sql);
    });
    change.immediate();
  };
}

function settle(
  { repair: sql, ...fault }: Fault,
  repair: ((sql: string) => void) | undefined,
): StoreFinding {
  if (sql === undefined) return { ...fault, cure: 'none' };
  if (repair === undefined) return { ...fault, cure: 'repairable' };
  repair(sql);
  return { ...fault, cure: 'repaired' };
}
