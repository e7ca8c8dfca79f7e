import {
  ConfigError,
  type IndexChanges,
  type IndexedSession,
  type MemoryIndex,
  StoreConflictError,
} from '@everlong/core';
import { checkNodeVersion } from '@everlong/core/internal';
import type { Database } from 'better-sqlite3';

import { createDocumentTable } from './document-table.js';
import { createFactTable } from './fact-table.js';
import {
  explainSqliteError,
  openMemoryDatabase,
  type SqliteMemoryOptions,
} from './memory-database.js';
import { type Condition, createSql, isListed, type Sql } from './sql.js';

/**
 * Keeps memories in one SQLite file, which several processes may open at once; `:memory:` keeps
 * them in memory. Throws `ConfigError` on a Node older than 22 and when the path cannot be opened.
 */
export function createSqliteMemoryIndex(options: SqliteMemoryOptions): MemoryIndex {
  // Before better-sqlite3 loads its native code, which older versions cannot.
  checkNodeVersion('createSqliteMemoryIndex');
  const database = openMemoryDatabase(options);
  const { path } = options;
  const sql = createSql(database);
  const documents = createDocumentTable(sql, (scope, id) => sessionKey(sql, scope, id));
  const tables = { sql, documents, facts: createFactTable(sql) };
  const apply = database.transaction(applyChanges);
  const scopeOf = (name: string): ScopeRow => scopeRow(sql, name) ?? NEW_SCOPE;

  return explained(database, path, {
    async scope(name) {
      const { key, revision, nextFact, sessions } = scopeOf(name);
      return { revision, nextFactId: nextFact, sessions, speakers: documents.speakers(key) };
    },
    apply: async (name, revision, changes) => apply.immediate(tables, name, revision, changes),
    candidates: (async (name, query) =>
      tables[query.layer].candidates(scopeOf(name).key, query)) as MemoryIndex['candidates'],
    async frequencies(name, { layer, terms }) {
      const { key, facts, factTerms, documents: rows, documentTerms } = scopeOf(name);
      const rowsWith = tables[layer].rowsWith(key, terms);
      return layer === 'facts'
        ? { rows: facts, terms: factTerms, rowsWith }
        : { rows, terms: documentTerms, rowsWith };
    },
    documents: async (name, filter) => documents.select(scopeOf(name).key, filter),
    facts: async (name, filter) => tables.facts.select(scopeOf(name).key, filter),
    async sessions(name, { sessionIds }) {
      const select = `SELECT id AS sessionId, observedThroughSeq, documents FROM sessions`;
      const conditions: Condition[] = [['scope = ?', scopeOf(name).key]];
      if (sessionIds !== undefined) conditions.push([isListed('id'), JSON.stringify(sessionIds)]);
      return sql.where(select, conditions, 'key') as IndexedSession[];
    },
    vectors: async (name, model) => documents.vectors(scopeOf(name).key, model),
    async knownHashes(name, hashes) {
      const known = `SELECT hash FROM hashes WHERE scope = ? AND ${isListed('hash')}`;
      return new Set(sql.column(known, scopeOf(name).key, JSON.stringify(hashes)) as string[]);
    },
    async aliases(name) {
      const select = 'SELECT alias, entity FROM aliases WHERE scope = ?';
      const rows = sql.rows(select, scopeOf(name).key) as { alias: string; entity: string }[];
      return new Map(rows.map(({ alias, entity }) => [alias, entity]));
    },
    scrub: async () => emptyLog(database, path),
    async close() {
      try {
        database.pragma('optimize');
      } catch {
        // On a full disk: everything is stored, statistics are not.
      }
      database.close();
    },
  });
}

/** Takes removed rows out of the log, where they are as long as another connection reads them. */
function emptyLog(database: Database, path: string): void {
  const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  if (result?.busy === 0) return;
  throw new StoreConflictError(
    `What was forgotten is removed from ${path}, but ${path}-wal still holds it: another process ` +
      'has been reading for longer than busyTimeoutMs. Forget it again.',
  );
}

/** A scope and the sizes of what it has. */
interface ScopeRow {
  key: number;
  revision: number;
  nextFact: number;
  sessions: number;
  documents: number;
  documentTerms: number;
  facts: number;
  factTerms: number;
}

/** No scope has the key 0. */
const NEW_SCOPE: ScopeRow = {
  key: 0,
  revision: 0,
  nextFact: 1,
  sessions: 0,
  documents: 0,
  documentTerms: 0,
  facts: 0,
  factTerms: 0,
};

function scopeRow(sql: Sql, name: string): ScopeRow | undefined {
  return sql.rows('SELECT * FROM scopes WHERE name = ?', name)[0] as ScopeRow | undefined;
}

function sessionKey(sql: Sql, scope: number, id: string): number | undefined {
  const select = 'SELECT key FROM sessions WHERE scope = ? AND id = ?';
  return sql.column(select, scope, id)[0] as number | undefined;
}

interface Tables {
  sql: Sql;
  documents: ReturnType<typeof createDocumentTable>;
  facts: ReturnType<typeof createFactTable>;
}

/**
 * Changes a scope, created if missing, within a transaction. Every row has its scope's key, so a
 * change never reaches another scope.
 */
function applyChanges(
  { sql, documents, facts }: Tables,
  name: string,
  revision: number,
  changes: IndexChanges,
): void {
  sql.run('INSERT OR IGNORE INTO scopes (name) VALUES (?)', name);
  const scope = { ...(scopeRow(sql, name) ?? NEW_SCOPE) };
  const { key } = scope;
  if (scope.revision !== revision) {
    throw new StoreConflictError(
      `The memory of ${name} has revision ${scope.revision}, not ${revision}: ` +
        'something else changed it meanwhile. Read it again and retry.',
    );
  }
  const counted = (
    layer: 'document' | 'fact',
    terms: readonly string[] | undefined,
    by: 1 | -1,
  ) => {
    if (terms === undefined) return;
    scope[`${layer}s`] += by;
    scope[`${layer}Terms`] += by * terms.length;
  };
  for (const place of changes.removeDocuments ?? []) {
    counted('document', documents.remove(key, place), -1);
  }
  for (const id of changes.removeFacts ?? []) counted('fact', facts.remove(key, id), -1);
  scope.sessions -= removeNamed(sql, key, changes);
  for (const session of changes.putSessions ?? []) scope.sessions += putSession(sql, key, session);
  for (const document of changes.addDocuments ?? []) {
    counted('document', documents.remove(key, document), -1);
    documents.add(key, document);
    counted('document', document.terms, 1);
  }
  for (const vector of changes.putVectors ?? []) documents.putVector(key, vector);
  for (const fact of changes.putFacts ?? []) {
    if (fact.id < scope.nextFact) counted('fact', facts.remove(key, fact.id), -1);
    facts.add(key, fact);
    counted('fact', fact.terms, 1);
    scope.nextFact = Math.max(scope.nextFact, fact.id + 1);
  }
  const putAlias = 'INSERT OR REPLACE INTO aliases (scope, alias, entity) VALUES (?, ?, ?)';
  for (const [alias, entity] of changes.putAliases ?? []) sql.run(putAlias, key, alias, entity);
  const addHashes = 'INSERT OR IGNORE INTO hashes (scope, hash) SELECT ?, value FROM json_each(?)';
  sql.run(addHashes, key, JSON.stringify(changes.addHashes ?? []));
  const put = `UPDATE scopes SET revision = :revision + 1, nextFact = :nextFact,
    sessions = :sessions, documents = :documents, documentTerms = :documentTerms,
    facts = :facts, factTerms = :factTerms WHERE key = :key`;
  sql.run(put, scope);
}

/** Removes aliases, hashes and sessions; returns how many sessions. */
function removeNamed(sql: Sql, scope: number, changes: IndexChanges): number {
  const remove = (table: string, column: string, values: readonly string[] = []): number => {
    const all = `DELETE FROM ${table} WHERE scope = ? AND ${isListed(column)}`;
    return sql.run(all, scope, JSON.stringify(values));
  };
  remove('aliases', 'alias', changes.removeAliases);
  remove('hashes', 'hash', changes.removeHashes);
  return remove('sessions', 'id', changes.removeSessions);
}

/** Returns how many sessions that adds. */
function putSession(
  sql: Sql,
  scope: number,
  { sessionId, observedThroughSeq, documents }: IndexedSession,
): number {
  const isNew = sessionKey(sql, scope, sessionId) === undefined;
  const put = `INSERT INTO sessions (scope, id, observedThroughSeq, documents) VALUES (?, ?, ?, ?)
    ON CONFLICT (scope, id) DO UPDATE SET observedThroughSeq = excluded.observedThroughSeq,
      documents = excluded.documents`;
  sql.run(put, scope, sessionId, observedThroughSeq, documents);
  return Number(isNew);
}

/** The index, whose errors name the file, and which refuses calls once it is closed. */
function explained(database: Database, path: string, index: MemoryIndex): MemoryIndex {
  const methods = Object.entries(index) as [string, (...args: unknown[]) => Promise<unknown>][];
  const named = methods.map(([name, method]) => [
    name,
    async (...args: unknown[]): Promise<unknown> => {
      if (!database.open && name === 'close') return undefined;
      if (!database.open) throw new ConfigError(`The memory ${path} is closed. Create a new one.`);
      try {
        return await method(...args);
      } catch (error) {
        throw explainSqliteError(error, path);
      }
    },
  ]);
  return Object.fromEntries(named) as MemoryIndex;
}
