import type { IndexedSession } from '@everlong/core';
import type { Database } from 'better-sqlite3';

/** Sessions of all scopes; `scope` is a scope's key. */
export interface SessionTable {
  keyOf(scope: number, sessionId: string): number | undefined;
  idOf(key: number): string | undefined;
  /** Inserts or replaces; returns whether it is new. */
  put(scope: number, session: IndexedSession): boolean;
  /** Returns whether it existed. */
  remove(scope: number, sessionId: string): boolean;
  select(scope: number, sessionIds: readonly string[] | undefined): IndexedSession[];
}

interface SessionRow {
  id: string;
  observed_through: number;
  documents: number;
}

export function createSessionTable(database: Database): SessionTable {
  const key = database
    .prepare<[number, string], number>('SELECT key FROM sessions WHERE scope = ? AND id = ?')
    .pluck();
  const id = database.prepare<[number], string>('SELECT id FROM sessions WHERE key = ?').pluck();
  const put = database.prepare<[number, string, number, number]>(
    `INSERT INTO sessions (scope, id, observed_through, documents) VALUES (?, ?, ?, ?)
     ON CONFLICT (scope, id) DO UPDATE SET observed_through = excluded.observed_through,
       documents = excluded.documents`,
  );
  const remove = database.prepare<[number, string]>(
    'DELETE FROM sessions WHERE scope = ? AND id = ?',
  );
  const columns = 'id, observed_through, documents';
  const all = database.prepare<[number], SessionRow>(
    `SELECT ${columns} FROM sessions WHERE scope = ? ORDER BY key`,
  );
  const some = database.prepare<[number, string], SessionRow>(
    `SELECT ${columns} FROM sessions WHERE scope = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY key`,
  );

  return {
    keyOf: (scope, sessionId) => key.get(scope, sessionId),
    idOf: (sessionKey) => id.get(sessionKey),
    put(scope, session) {
      const isNew = key.get(scope, session.sessionId) === undefined;
      put.run(scope, session.sessionId, session.observedThroughSeq, session.documents);
      return isNew;
    },
    remove: (scope, sessionId) => remove.run(scope, sessionId).changes > 0,
    select(scope, sessionIds) {
      const rows =
        sessionIds === undefined ? all.all(scope) : some.all(scope, JSON.stringify(sessionIds));
      return rows.map(toSession);
    },
  };
}

function toSession(row: SessionRow): IndexedSession {
  return {
    sessionId: row.id,
    observedThroughSeq: row.observed_through,
    documents: row.documents,
  };
}
