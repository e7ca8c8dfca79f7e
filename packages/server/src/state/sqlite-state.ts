import { dirname } from 'node:path';

import { ConfigError } from '@everlong/core';
import { makeFolder } from '@everlong/core/node';
import BetterSqlite3 from 'better-sqlite3';

import { lockState } from './process-lock.js';
import type { Place, ServerState, StateDocument, StateQuery } from './server-state.js';

const tables = `CREATE TABLE IF NOT EXISTS documents (
  tenant TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (kind, tenant, id)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS documents_by_id ON documents (kind, id);`;

/**
 * Keeps the server's state in a SQLite file, created if missing; `:memory:` keeps it in memory. The
 * file is of one process at a time. Throws `ConfigError` when it cannot be opened, or another
 * process uses it.
 */
export function createSqliteState({ path }: { path: string }): ServerState {
  const { database, unlock } = openDatabase(path);
  const guarded = guardOf(path);
  const { read, insert, replace, remove, removeTenant } = prepareStatements(database);
  const keyOf = ({ kind, tenant, id }: Place): [string, string, string] => [kind, tenant, id];
  const change = database.transaction((place: Place, make: (value: unknown) => unknown) => {
    const row = read.get(...keyOf(place));
    const next = make(row === undefined ? undefined : JSON.parse(row.value));
    if (next !== undefined) replace.run(...keyOf(place), JSON.stringify(next));
    else if (row !== undefined) remove.run(...keyOf(place));
    return next;
  });

  return {
    async get<Value>(place: Place) {
      const row = guarded(() => read.get(...keyOf(place)));
      return row === undefined ? undefined : (JSON.parse(row.value) as Value);
    },
    async insert(place, value) {
      return guarded(() => insert.run(...keyOf(place), JSON.stringify(value)).changes === 1);
    },
    async update<Value>(place: Place, make: (value: Value | undefined) => Value | undefined) {
      return guarded(() => change.immediate(place, make as (value: unknown) => unknown)) as
        | Value
        | undefined;
    },
    async list<Value>({ kind, tenant, after, limit = -1, reverse = false }: StateQuery) {
      const [comparison, direction] = reverse ? ['<', 'DESC'] : ['>', 'ASC'];
      const conditions = ['kind = @kind'];
      if (tenant !== undefined) conditions.push('tenant = @tenant');
      if (after !== undefined) conditions.push(`id ${comparison} @after`);
      const rows = database
        .prepare<object[], { tenant: string; id: string; value: string }>(
          `SELECT tenant, id, value FROM documents WHERE ${conditions.join(' AND ')}
             ORDER BY id ${direction} LIMIT @limit`,
        )
        .all({
          kind,
          limit,
          ...(tenant !== undefined && { tenant }),
          ...(after !== undefined && { after }),
        });
      return rows.map((row): StateDocument<Value> => ({
        ...row,
        value: JSON.parse(row.value) as Value,
      }));
    },
    async deleteTenant(tenant) {
      return guarded(() => removeTenant.run(tenant).changes);
    },
    scrub: async () => void guarded(() => database.pragma('wal_checkpoint(TRUNCATE)')),
    check: async () => void guarded(() => read.get('server', '', 'check')),
    async close() {
      database.close();
      unlock();
    },
  };
}

/** Runs queries; an error of SQLite becomes one that names the file, and what to do. */
function guardOf(path: string): <Result>(ask: () => Result) => Result {
  return (ask) => {
    try {
      return ask();
    } catch (error) {
      if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
      throw new ConfigError(
        `Cannot use the server's state ${path}: ${error.message}. ` +
          'Give a file that can be written to, on a disk with free space.',
        error,
      );
    }
  };
}

function prepareStatements(database: BetterSqlite3.Database) {
  return {
    read: database.prepare<[string, string, string], { value: string }>(
      'SELECT value FROM documents WHERE kind = ? AND tenant = ? AND id = ?',
    ),
    insert: database.prepare(
      'INSERT INTO documents (kind, tenant, id, value) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    replace: database.prepare(
      'INSERT OR REPLACE INTO documents (kind, tenant, id, value) VALUES (?, ?, ?, ?)',
    ),
    remove: database.prepare('DELETE FROM documents WHERE kind = ? AND tenant = ? AND id = ?'),
    removeTenant: database.prepare('DELETE FROM documents WHERE tenant = ?'),
  };
}

function openDatabase(path: string): { database: BetterSqlite3.Database; unlock: () => void } {
  let unlock = (): void => {};
  try {
    if (path !== ':memory:') makeFolder(dirname(path));
    unlock = lockState(path);
    const database = new BetterSqlite3(path, { timeout: 15_000 });
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    // Overwrites what is removed: it leaves nothing in a freed page.
    database.pragma('secure_delete = ON');
    database.exec(tables);
    return { database, unlock };
  } catch (error) {
    unlock();
    if (ConfigError.isInstance(error)) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `Cannot open the server's state ${path}: ${problem}. Give the path of a SQLite file, or of a ` +
        'new file in a folder that can be written to.',
      error,
    );
  }
}
