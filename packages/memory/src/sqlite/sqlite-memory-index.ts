import {
  ConfigError,
  type IndexChanges,
  type MemoryIndex,
  StoreConflictError,
  type StoredDocument,
  type StoredFact,
} from '@everlong/core';
import { checkNodeVersion, checkOptions, type OptionNames } from '@everlong/core/internal';

import { createDocumentTable } from './document-table.js';
import { createFactTable, type Growth } from './fact-table.js';
import { openMemoryDatabase } from './open-memory-database.js';
import { createScopeTable, type ScopeRow } from './scope-table.js';
import { createSessionTable } from './session-table.js';
import type { SqliteMemoryOptions } from './sqlite-memory-options.js';

const OPTIONS: OptionNames<SqliteMemoryOptions> = { path: true, synchronous: true };

/**
 * Keeps memories in one SQLite file, which several processes may open at once; `:memory:` keeps
 * them in memory. Throws `ConfigError` on a Node older than 22 and when the path cannot be opened.
 */
export function createSqliteMemoryIndex(options: SqliteMemoryOptions): MemoryIndex {
  checkOptions<SqliteMemoryOptions>('createSqliteMemoryIndex', options, OPTIONS);
  const { path } = options;
  // Before better-sqlite3 loads its native code, which older versions cannot.
  checkNodeVersion('createSqliteMemoryIndex');
  const database = openMemoryDatabase(options);
  const scopes = createScopeTable(database);
  const sessions = createSessionTable(database);
  const documents = createDocumentTable(database, sessions);
  const facts = createFactTable(database);

  const apply = database.transaction((name: string, revision: number, changes: IndexChanges) => {
    const scope = scopes.add(name);
    if (scope.revision !== revision) {
      throw new StoreConflictError(
        `The memory of ${name} has revision ${scope.revision}, not ${revision}: ` +
          'something else changed it meanwhile. Read it again and retry.',
      );
    }
    scopes.grow(scope.key, applyChanges(scope, changes));
  });

  /** Every row has its scope's key, so a change never reaches another scope. */
  function applyChanges({ key, next_fact: nextFact }: ScopeRow, changes: IndexChanges) {
    const grown = { sessions: 0, documents: none(), facts: none(), nextFact: 0 };
    for (const place of changes.removeDocuments ?? []) {
      addGrowth(grown.documents, documents.remove(key, place));
    }
    for (const id of changes.removeFacts ?? []) addGrowth(grown.facts, facts.remove(key, id));
    for (const alias of changes.removeAliases ?? []) scopes.removeAlias(key, alias);
    for (const hash of changes.removeHashes ?? []) scopes.removeHash(key, hash);
    for (const sessionId of changes.removeSessions ?? []) {
      if (sessions.remove(key, sessionId)) grown.sessions--;
    }
    for (const session of changes.putSessions ?? []) {
      if (sessions.put(key, session)) grown.sessions++;
    }
    for (const document of changes.addDocuments ?? []) {
      addGrowth(grown.documents, documents.add(key, document));
    }
    for (const vector of changes.putVectors ?? []) documents.putVector(key, vector);
    for (const fact of changes.putFacts ?? []) {
      addGrowth(grown.facts, facts.put(key, fact, fact.id >= nextFact));
      grown.nextFact = Math.max(grown.nextFact, fact.id + 1);
    }
    for (const [alias, entity] of changes.putAliases ?? []) scopes.putAlias(key, alias, entity);
    for (const hash of changes.addHashes ?? []) scopes.addHash(key, hash);
    return grown;
  }

  function assertOpen(): void {
    if (!database.open) throw new ConfigError(`The memory ${path} is closed. Create a new one.`);
  }

  /** Answers a question about a scope; with `empty` for one that does not exist. */
  async function ask<Answer>(
    name: string,
    empty: Answer,
    question: (scope: ScopeRow) => Answer,
  ): Promise<Answer> {
    assertOpen();
    const scope = scopes.get(name);
    return scope === undefined ? empty : question(scope);
  }

  return {
    async scope(name) {
      const empty = { revision: 0, nextFactId: 1, sessions: 0, speakers: [] as string[] };
      return ask(name, empty, (scope) => ({
        revision: scope.revision,
        nextFactId: scope.next_fact,
        sessions: scope.sessions,
        speakers: documents.speakers(scope.key),
      }));
    },
    async apply(name, expectedRevision, changes) {
      assertOpen();
      apply.immediate(name, expectedRevision, changes);
    },
    candidates: (async (name, query) =>
      ask<(StoredDocument | StoredFact)[]>(name, [], ({ key }) =>
        query.layer === 'facts' ? facts.candidates(key, query) : documents.candidates(key, query),
      )) as MemoryIndex['candidates'],
    async frequencies(name, { layer, terms }) {
      const empty = { rows: 0, terms: 0, rowsWith: new Map(terms.map((term) => [term, 0])) };
      return ask(name, empty, (scope) => {
        const table = layer === 'facts' ? facts : documents;
        const rowsWith = new Map(terms.map((term) => [term, table.rowsWith(scope.key, term)]));
        return layer === 'facts'
          ? { rows: scope.facts, terms: scope.fact_terms, rowsWith }
          : { rows: scope.documents, terms: scope.document_terms, rowsWith };
      });
    },
    documents: async (name, filter) => ask(name, [], ({ key }) => documents.select(key, filter)),
    facts: async (name, filter) => ask(name, [], ({ key }) => facts.select(key, filter)),
    sessions: async (name, { sessionIds }) =>
      ask(name, [], ({ key }) => sessions.select(key, sessionIds)),
    vectors: async (name, model) => ask(name, [], ({ key }) => documents.vectors(key, model)),
    knownHashes: async (name, hashes) =>
      ask(name, new Set<string>(), ({ key }) => new Set(scopes.knownHashes(key, hashes))),
    aliases: async (name) =>
      ask(name, new Map<string, string>(), ({ key }) => new Map(scopes.aliases(key))),
    async scrub() {
      assertOpen();
      database.pragma('wal_checkpoint(TRUNCATE)');
    },
    async close() {
      if (!database.open) return;
      database.pragma('optimize');
      database.close();
    },
  };
}

function none(): Growth {
  return { rows: 0, terms: 0 };
}

function addGrowth(total: Growth, { rows, terms }: Growth): void {
  total.rows += rows;
  total.terms += terms;
}
