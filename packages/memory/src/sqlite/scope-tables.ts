import type { IndexedSession } from '@everlong/core';
import type { Database } from 'better-sqlite3';

/** A scope and the sizes of what it has. */
export interface ScopeRow {
  key: number;
  revision: number;
  nextFact: number;
  sessions: number;
  documents: number;
  documentTerms: number;
  facts: number;
  factTerms: number;
}

/** Scopes, their aliases and hashes. */
export interface ScopeTable {
  get(name: string): ScopeRow | undefined;
  /** The scope, created if missing. */
  add(name: string): ScopeRow;
  put(scope: ScopeRow): void;
  aliases(key: number): [alias: string, entity: string][];
  putAlias(key: number, alias: string, entity: string): void;
  removeAlias(key: number, alias: string): void;
  knownHashes(key: number, hashes: readonly string[]): string[];
  addHash(key: number, hash: string): void;
  removeHash(key: number, hash: string): void;
}

export function createScopeTable(database: Database): ScopeTable {
  const byName = database.prepare<[string], ScopeRow>('SELECT * FROM scopes WHERE name = ?');
  const insert = database.prepare<[string]>('INSERT OR IGNORE INTO scopes (name) VALUES (?)');
  const put = database.prepare(
    `UPDATE scopes SET revision = :revision, nextFact = :nextFact, sessions = :sessions,
       documents = :documents, documentTerms = :documentTerms, facts = :facts, factTerms = :factTerms
     WHERE key = :key`,
  );
  const aliases = database
    .prepare<[number], [string, string]>('SELECT alias, entity FROM aliases WHERE scope = ?')
    .raw();
  const putAlias = database.prepare<[number, string, string]>(
    'INSERT OR REPLACE INTO aliases (scope, alias, entity) VALUES (?, ?, ?)',
  );
  const removeAlias = database.prepare<[number, string]>(
    'DELETE FROM aliases WHERE scope = ? AND alias = ?',
  );
  const known = database
    .prepare<[number, string], string>(
      'SELECT hash FROM hashes WHERE scope = ? AND hash IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  const addHash = database.prepare<[number, string]>(
    'INSERT OR IGNORE INTO hashes (scope, hash) VALUES (?, ?)',
  );
  const removeHash = database.prepare<[number, string]>(
    'DELETE FROM hashes WHERE scope = ? AND hash = ?',
  );
  return {
    get: (name) => byName.get(name),
    add(name) {
      insert.run(name);
      return byName.get(name) as ScopeRow;
    },
    put: (scope) => void put.run(scope),
    aliases: (key) => aliases.all(key),
    putAlias: (key, alias, entity) => void putAlias.run(key, alias, entity),
    removeAlias: (key, alias) => void removeAlias.run(key, alias),
    knownHashes: (key, hashes) => known.all(key, JSON.stringify(hashes)),
    addHash: (key, hash) => void addHash.run(key, hash),
    removeHash: (key, hash) => void removeHash.run(key, hash),
  };
}

/** Sessions of all scopes; `scope` is a scope's key. */
export interface SessionTable {
  keyOf(scope: number, sessionId: string): number | undefined;
  /** Inserts or replaces; returns whether it is new. */
  put(scope: number, session: IndexedSession): boolean;
  /** Returns whether it existed. */
  remove(scope: number, sessionId: string): boolean;
  select(scope: number, sessionIds: readonly string[] | undefined): IndexedSession[];
}

export function createSessionTable(database: Database): SessionTable {
  const keyOf = database
    .prepare<[number, string], number>('SELECT key FROM sessions WHERE scope = ? AND id = ?')
    .pluck();
  const put = database.prepare<[number, string, number, number]>(
    `INSERT INTO sessions (scope, id, observedThroughSeq, documents) VALUES (?, ?, ?, ?)
     ON CONFLICT (scope, id) DO UPDATE SET observedThroughSeq = excluded.observedThroughSeq,
       documents = excluded.documents`,
  );
  const remove = database.prepare<[number, string]>(
    'DELETE FROM sessions WHERE scope = ? AND id = ?',
  );
  const select =
    'SELECT id AS sessionId, observedThroughSeq, documents FROM sessions WHERE scope = ?';
  const all = database.prepare<[number], IndexedSession>(`${select} ORDER BY key`);
  const some = database.prepare<[number, string], IndexedSession>(
    `${select} AND id IN (SELECT value FROM json_each(?)) ORDER BY key`,
  );
  return {
    keyOf: (scope, sessionId) => keyOf.get(scope, sessionId),
    put(scope, { sessionId, observedThroughSeq, documents }) {
      const isNew = keyOf.get(scope, sessionId) === undefined;
      put.run(scope, sessionId, observedThroughSeq, documents);
      return isNew;
    },
    remove: (scope, sessionId) => remove.run(scope, sessionId).changes > 0,
    select: (scope, sessionIds) =>
      sessionIds === undefined ? all.all(scope) : some.all(scope, JSON.stringify(sessionIds)),
  };
}
