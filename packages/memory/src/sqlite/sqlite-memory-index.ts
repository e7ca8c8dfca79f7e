import {
  ConfigError,
  type MemoryIndex,
  type ScopeState,
  type StoredDocument,
  type StoredFact,
  type TermFrequencies,
} from '@everlong/core';
import { checkNodeVersion } from '@everlong/core/internal';

import { applyChanges } from './apply-changes.js';
import { createIndexTables, type IndexTables } from './index-tables.js';
import { openMemoryDatabase } from './open-memory-database.js';
import type { ScopeRow } from './scope-table.js';
import { explainSqliteError, stillInLog } from './sqlite-errors.js';
import { checkSqliteMemoryOptions, type SqliteMemoryOptions } from './sqlite-memory-options.js';

/**
 * Keeps memories in one SQLite file, which several processes may open at once; `:memory:` keeps
 * them in memory. Throws `ConfigError` on a Node older than 22 and when the path cannot be opened.
 */
export function createSqliteMemoryIndex(options: SqliteMemoryOptions): MemoryIndex {
  checkSqliteMemoryOptions(options);
  const { path } = options;
  // Before better-sqlite3 loads its native code, which older versions cannot.
  checkNodeVersion('createSqliteMemoryIndex');
  const database = openMemoryDatabase(options);
  const tables = createIndexTables(database);
  const { scopes, sessions, documents, facts } = tables;
  const apply = database.transaction(applyChanges);

  function assertOpen(): void {
    if (!database.open) throw new ConfigError(`The memory ${path} is closed. Create a new one.`);
  }

  const ask = answering(assertOpen, scopes.keyOf);
  const askRow = answering(assertOpen, scopes.get);

  return explained(path, {
    scope: async (name) => askRow(name, newScope(), (scope) => scopeState(tables, scope)),
    async apply(name, expectedRevision, changes) {
      assertOpen();
      apply.immediate(tables, name, expectedRevision, changes);
    },
    candidates: (async (name, query) =>
      ask<(StoredDocument | StoredFact)[]>(name, [], (key) =>
        query.layer === 'facts' ? facts.candidates(key, query) : documents.candidates(key, query),
      )) as MemoryIndex['candidates'],
    frequencies: async (name, query) =>
      askRow(name, noFrequencies(query), (scope) => frequencies(tables, scope, query)),
    documents: async (name, filter) => ask(name, [], (key) => documents.select(key, filter)),
    facts: async (name, filter) => ask(name, [], (key) => facts.select(key, filter)),
    sessions: async (name, { sessionIds }) =>
      ask(name, [], (key) => sessions.select(key, sessionIds)),
    vectors: async (name, model) => ask(name, [], (key) => documents.vectors(key, model)),
    knownHashes: async (name, hashes) =>
      ask(name, new Set<string>(), (key) => new Set(scopes.knownHashes(key, hashes))),
    aliases: async (name) =>
      ask(name, new Map<string, string>(), (key) => new Map(scopes.aliases(key))),
    async scrub() {
      assertOpen();
      const [result] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      if (result?.busy !== 0) throw stillInLog(path);
    },
    async close() {
      if (database.open) closeDatabase(database);
    },
  });
}

/** Answers questions about a scope; with `empty` for one that does not exist. */
function answering<Scope>(assertOpen: () => void, find: (name: string) => Scope | undefined) {
  return async <Answer>(
    name: string,
    empty: Answer,
    question: (scope: Scope) => Answer,
  ): Promise<Answer> => {
    assertOpen();
    const scope = find(name);
    return scope === undefined ? empty : question(scope);
  };
}

function closeDatabase(database: ReturnType<typeof openMemoryDatabase>): void {
  try {
    database.pragma('optimize');
  } catch {
    // On a full disk: everything is stored, statistics are not.
  }
  database.close();
}

/** The index, whose errors name the file. */
function explained(path: string, index: MemoryIndex): MemoryIndex {
  const methods = Object.entries(index) as [string, (...args: unknown[]) => Promise<unknown>][];
  const named = methods.map(([name, method]) => [
    name,
    async (...args: unknown[]): Promise<unknown> => {
      try {
        return await method(...args);
      } catch (error) {
        throw explainSqliteError(error, path);
      }
    },
  ]);
  return Object.fromEntries(named) as MemoryIndex;
}

function scopeState({ documents }: IndexTables, scope: ScopeRow): ScopeState {
  return {
    revision: scope.revision,
    nextFactId: scope.next_fact,
    sessions: scope.sessions,
    speakers: documents.speakers(scope.key),
  };
}

function newScope(): ScopeState {
  return { revision: 0, nextFactId: 1, sessions: 0, speakers: [] };
}

type FrequencyQuery = Parameters<MemoryIndex['frequencies']>[1];

function frequencies(
  { documents, facts }: IndexTables,
  scope: ScopeRow,
  { layer, terms }: FrequencyQuery,
): TermFrequencies {
  const table = layer === 'facts' ? facts : documents;
  const rowsWith = new Map(terms.map((term) => [term, table.rowsWith(scope.key, term)]));
  return layer === 'facts'
    ? { rows: scope.facts, terms: scope.fact_terms, rowsWith }
    : { rows: scope.documents, terms: scope.document_terms, rowsWith };
}

function noFrequencies({ terms }: FrequencyQuery): TermFrequencies {
  return { rows: 0, terms: 0, rowsWith: new Map(terms.map((term) => [term, 0])) };
}
