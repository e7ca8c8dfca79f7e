import {
  ConfigError,
  type IndexChanges,
  type MemoryIndex,
  StoreConflictError,
  type StoredDocument,
  type StoredFact,
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
import { createScopeTable, createSessionTable, type ScopeRow } from './scope-tables.js';

/**
 * Keeps memories in one SQLite file, which several processes may open at once; `:memory:` keeps
 * them in memory. Throws `ConfigError` on a Node older than 22 and when the path cannot be opened.
 */
export function createSqliteMemoryIndex(options: SqliteMemoryOptions): MemoryIndex {
  // Before better-sqlite3 loads its native code, which older versions cannot.
  checkNodeVersion('createSqliteMemoryIndex');
  const database = openMemoryDatabase(options);
  const { path } = options;
  const tables = createIndexTables(database);
  const { scopes, sessions, documents, facts } = tables;
  const apply = database.transaction(applyChanges);

  /** Answers a question about a scope; with `empty` for one that does not exist. */
  function ask<Answer>(name: string, empty: Answer, question: (scope: ScopeRow) => Answer): Answer {
    const scope = scopes.get(name);
    return scope === undefined ? empty : question(scope);
  }

  return explained(database, path, {
    scope: async (name) => {
      const { key, revision, nextFact, sessions: count } = scopes.get(name) ?? NEW_SCOPE;
      return { revision, nextFactId: nextFact, sessions: count, speakers: documents.speakers(key) };
    },
    apply: async (name, revision, changes) => apply.immediate(tables, name, revision, changes),
    candidates: (async (name, query) =>
      ask<(StoredDocument | StoredFact)[]>(name, [], ({ key }) =>
        (query.layer === 'facts' ? facts : documents).candidates(key, query),
      )) as MemoryIndex['candidates'],
    frequencies: async (name, { layer, terms }) => {
      const scope = scopes.get(name) ?? NEW_SCOPE;
      const table = layer === 'facts' ? facts : documents;
      const rowsWith = table.rowsWith(scope.key, terms);
      return layer === 'facts'
        ? { rows: scope.facts, terms: scope.factTerms, rowsWith }
        : { rows: scope.documents, terms: scope.documentTerms, rowsWith };
    },
    documents: async (name, filter) => ask(name, [], ({ key }) => documents.select(key, filter)),
    facts: async (name, filter) => ask(name, [], ({ key }) => facts.select(key, filter)),
    sessions: async (name, { sessionIds }) =>
      ask(name, [], ({ key }) => sessions.select(key, sessionIds)),
    vectors: async (name, model) => ask(name, [], ({ key }) => documents.vectors(key, model)),
    knownHashes: async (name, hashes) =>
      new Set(ask(name, [], ({ key }) => scopes.knownHashes(key, hashes))),
    aliases: async (name) => new Map(ask(name, [], ({ key }) => scopes.aliases(key))),
    async scrub() {
      const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      if (result?.busy === 0) return;
      // Removed rows are in the log as long as another connection reads the state with them.
      throw new StoreConflictError(
        `What was forgotten is removed from ${path}, but ${path}-wal still holds it: another process ` +
          'has been reading for longer than busyTimeoutMs. Forget it again.',
      );
    },
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

function createIndexTables(database: Database) {
  const sessions = createSessionTable(database);
  return {
    sessions,
    scopes: createScopeTable(database),
    documents: createDocumentTable(database, sessions),
    facts: createFactTable(database),
  };
}

/**
 * Changes a scope, created if missing, within a transaction. Every row has its scope's key, so a
 * change never reaches another scope.
 */
function applyChanges(
  { scopes, sessions, documents, facts }: ReturnType<typeof createIndexTables>,
  name: string,
  revision: number,
  changes: IndexChanges,
): void {
  const scope = scopes.add(name);
  const { key } = scope;
  if (scope.revision !== revision) {
    throw new StoreConflictError(
      `The memory of ${name} has revision ${scope.revision}, not ${revision}: ` +
        'something else changed it meanwhile. Read it again and retry.',
    );
  }
  const count = (layer: 'document' | 'fact', terms: readonly string[] | undefined, by: 1 | -1) => {
    if (terms === undefined) return;
    scope[`${layer}s`] += by;
    scope[`${layer}Terms`] += by * terms.length;
  };
  for (const place of changes.removeDocuments ?? []) {
    count('document', documents.remove(key, place), -1);
  }
  for (const id of changes.removeFacts ?? []) count('fact', facts.remove(key, id), -1);
  for (const alias of changes.removeAliases ?? []) scopes.removeAlias(key, alias);
  for (const hash of changes.removeHashes ?? []) scopes.removeHash(key, hash);
  for (const sessionId of changes.removeSessions ?? []) {
    if (sessions.remove(key, sessionId)) scope.sessions--;
  }
  for (const session of changes.putSessions ?? []) {
    if (sessions.put(key, session)) scope.sessions++;
  }
  for (const document of changes.addDocuments ?? []) {
    count('document', documents.remove(key, document), -1);
    documents.add(key, document);
    count('document', document.terms, 1);
  }
  for (const vector of changes.putVectors ?? []) documents.putVector(key, vector);
  for (const fact of changes.putFacts ?? []) {
    if (fact.id < scope.nextFact) count('fact', facts.remove(key, fact.id), -1);
    facts.add(key, fact);
    count('fact', fact.terms, 1);
    scope.nextFact = Math.max(scope.nextFact, fact.id + 1);
  }
  for (const [alias, entity] of changes.putAliases ?? []) scopes.putAlias(key, alias, entity);
  for (const hash of changes.addHashes ?? []) scopes.addHash(key, hash);
  scopes.put({ ...scope, revision: scope.revision + 1 });
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
