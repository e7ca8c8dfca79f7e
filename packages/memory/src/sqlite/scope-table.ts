import type { Database } from 'better-sqlite3';

import type { Growth } from './growth.js';

export interface ScopeRow {
  key: number;
  revision: number;
  next_fact: number;
  sessions: number;
  documents: number;
  document_terms: number;
  facts: number;
  fact_terms: number;
}

/** How one call of `apply` changed a scope. */
export interface ScopeGrowth {
  sessions: number;
  documents: Growth;
  facts: Growth;
  /** One more than the greatest id that was put; 0 for none. */
  nextFact: number;
}

/** Scopes, their sizes, aliases and hashes. */
export interface ScopeTable {
  get(name: string): ScopeRow | undefined;
  /** The key of a scope, which never changes. Not within a transaction: that may be undone. */
  keyOf(name: string): number | undefined;
  /** The scope, created if missing. */
  add(name: string): ScopeRow;
  grow(key: number, growth: ScopeGrowth): void;
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
  const grow = database.prepare(
    `UPDATE scopes SET revision = revision + 1, next_fact = max(next_fact, :nextFact),
       sessions = sessions + :sessions, documents = documents + :documents,
       document_terms = document_terms + :documentTerms, facts = facts + :facts,
       fact_terms = fact_terms + :factTerms WHERE key = :key`,
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
    keyOf: keepingKeys((name) => byName.get(name)?.key),
    add(name) {
      const found = byName.get(name);
      if (found !== undefined) return found;
      insert.run(name);
      return byName.get(name) as ScopeRow;
    },
    grow(key, { sessions, documents, facts, nextFact }) {
      grow.run({
        key,
        nextFact,
        sessions,
        documents: documents.rows,
        documentTerms: documents.terms,
        facts: facts.rows,
        factTerms: facts.terms,
      });
    },
    aliases: (key) => aliases.all(key),
    putAlias: (key, alias, entity) => void putAlias.run(key, alias, entity),
    removeAlias: (key, alias) => void removeAlias.run(key, alias),
    knownHashes: (key, hashes) => known.all(key, JSON.stringify(hashes)),
    addHash: (key, hash) => void addHash.run(key, hash),
    removeHash: (key, hash) => void removeHash.run(key, hash),
  };
}

/** Scopes whose keys are known without a search. */
const MAX_KEYS = 10_000;

function keepingKeys(
  find: (name: string) => number | undefined,
): (name: string) => number | undefined {
  const keys = new Map<string, number>();
  return (name) => {
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = find(name);
    if (keys.size >= MAX_KEYS) keys.clear();
    if (key !== undefined) keys.set(name, key);
    return key;
  };
}
