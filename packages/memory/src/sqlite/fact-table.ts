import type { CandidateQuery, FactFilter, StoredFact } from '@everlong/core';
import type { Database } from 'better-sqlite3';

import { decodeFact, encodeFact, type FactRow, isPast } from './fact-row.js';
import { stringHash } from './string-hash.js';
import { createWordTable } from './word-table.js';

/** Facts of all scopes; `scope` is a scope's key. */
export interface FactTable {
  /** Inserts or replaces; returns how rows and terms of the scope change. */
  put(scope: number, fact: StoredFact, isNew: boolean): Growth;
  remove(scope: number, id: number): Growth;
  candidates(scope: number, query: CandidateQuery): StoredFact[];
  rowsWith(scope: number, term: string): number;
  select(scope: number, filter: FactFilter): StoredFact[];
}

export interface Growth {
  rows: number;
  terms: number;
}

const FACTS_OF_A_SCOPE = 2 ** 32;

export function createFactTable(database: Database): FactTable {
  const holding = createWordTable(database, 'fact_words');
  const past = createWordTable(database, 'past_fact_words');
  const columns = 'key, is_past, terms, fact';
  const byKey = database.prepare<[number], FactRow>(`SELECT ${columns} FROM facts WHERE key = ?`);
  const byKeys = database.prepare<[string], FactRow>(
    `SELECT ${columns} FROM facts WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key`,
  );
  const inRange = database.prepare<[number, number, number], FactRow>(
    `SELECT ${columns} FROM facts WHERE key > ? AND key < ? ORDER BY key LIMIT ?`,
  );
  const insert = database.prepare<[number, number, string, string]>(
    `INSERT INTO facts (${columns}) VALUES (?, ?, ?, ?)`,
  );
  const removeRow = database.prepare<[number]>('DELETE FROM facts WHERE key = ?');
  const insertKey = database.prepare<[number, number, number]>(
    'INSERT OR IGNORE INTO fact_keys (scope, hash, fact) VALUES (?, ?, ?)',
  );
  const removeKey = database.prepare<[number, number, number]>(
    'DELETE FROM fact_keys WHERE scope = ? AND hash = ? AND fact = ?',
  );
  const withKey = database
    .prepare<[number, number], number>(
      'SELECT fact FROM fact_keys WHERE scope = ? AND hash = ? ORDER BY fact',
    )
    .pluck();
  const rowKey = (scope: number, id: number): number => scope * FACTS_OF_A_SCOPE + id;

  function remove(scope: number, id: number): Growth {
    const row = byKey.get(rowKey(scope, id));
    if (row === undefined) return { rows: 0, terms: 0 };
    const fact = decodeFact(row);
    (row.is_past === 1 ? past : holding).remove(row.key, scope, fact.terms);
    for (const key of lookupKeys(fact)) removeKey.run(scope, stringHash(key), id);
    removeRow.run(row.key);
    return { rows: -1, terms: -fact.terms.length };
  }

  function put(scope: number, fact: StoredFact, isNew: boolean): Growth {
    const removed = isNew ? { rows: 0, terms: 0 } : remove(scope, fact.id);
    const key = rowKey(scope, fact.id);
    const wasReplaced = isPast(fact);
    insert.run(key, wasReplaced ? 1 : 0, fact.terms.join(' '), encodeFact(fact));
    (wasReplaced ? past : holding).add(key, scope, fact.terms);
    for (const each of lookupKeys(fact)) insertKey.run(scope, stringHash(each), fact.id);
    return { rows: removed.rows + 1, terms: removed.terms + fact.terms.length };
  }

  /** The ids that pass all lookups of a filter; `undefined` when it has no lookup. */
  function lookUp(scope: number, filter: FactFilter): number[] | undefined {
    let ids = filter.ids === undefined ? undefined : new Set(filter.ids);
    for (const keys of lookups(filter)) {
      const found = new Set(keys.flatMap((key) => withKey.all(scope, stringHash(key))));
      ids = ids === undefined ? found : ids.intersection(found);
    }
    return ids === undefined ? undefined : [...ids];
  }

  return {
    put,
    remove,
    rowsWith: (scope, term) => holding.rowsWith(scope, term) + past.rowsWith(scope, term),
    candidates(scope, { terms, limit, past: withPast = false }) {
      const keys = holding.find(scope, terms, limit);
      if (withPast) keys.push(...past.find(scope, terms, limit));
      const found = new Map(
        byKeys.all(JSON.stringify(keys)).map((row) => [row.key, decodeFact(row)]),
      );
      return keys.flatMap((key) => found.get(key) ?? []);
    },
    select(scope, filter) {
      const { after = 0, limit = -1 } = filter;
      const ids = lookUp(scope, filter);
      const hasConditions = filter.kind !== undefined || filter.past === false;
      const rows =
        ids === undefined
          ? inRange.all(rowKey(scope, after), rowKey(scope + 1, 0), hasConditions ? -1 : limit)
          : byKeys.all(
              JSON.stringify(ids.filter((id) => id > after).map((id) => rowKey(scope, id))),
            );
      const facts = rows.map(decodeFact).filter((fact) => fits(fact, filter));
      return limit < 0 ? facts : facts.slice(0, limit);
    },
  };
}

/** Checks every condition again, since hashes may collide. */
function fits(fact: StoredFact, filter: FactFilter): boolean {
  const { slots, entities, sessionId, entryIds, dependsOn, kind, past = true } = filter;
  return (
    (past || !isPast(fact)) &&
    (kind === undefined || fact.kind === kind) &&
    (slots === undefined || slots.includes(fact.slot)) &&
    (entities === undefined || fact.entities.some((entity) => entities.includes(entity))) &&
    (dependsOn === undefined || dependencies(fact).some((id) => dependsOn.includes(id))) &&
    ((sessionId === undefined && entryIds === undefined) ||
      fact.sources.some(
        (source) =>
          (sessionId === undefined || source.sessionId === sessionId) &&
          (entryIds === undefined || entryIds.includes(source.entryId)),
      ))
  );
}

function dependencies({ derivedFrom, supersededBy }: StoredFact): number[] {
  return supersededBy === undefined ? [...derivedFrom] : [...derivedFrom, supersededBy];
}

/** The keys that find a fact. */
function lookupKeys(fact: StoredFact): string[] {
  return [
    `slot ${fact.slot}`,
    ...fact.entities.map((entity) => `entity ${entity}`),
    ...new Set(fact.sources.map(({ sessionId }) => `session ${sessionId}`)),
    ...dependencies(fact).map((id) => `fact ${id}`),
    ...(fact.kind === 'attribute' ? [] : [`kind ${fact.kind}`]),
  ];
}

/** For each condition with keys: the keys, any of which is enough. */
function lookups({ slots, entities, sessionId, dependsOn, kind }: FactFilter): string[][] {
  return [
    slots?.map((slot) => `slot ${slot}`),
    entities?.map((entity) => `entity ${entity}`),
    sessionId === undefined ? undefined : [`session ${sessionId}`],
    dependsOn?.map((id) => `fact ${id}`),
    kind === undefined || kind === 'attribute' ? undefined : [`kind ${kind}`],
  ].filter((keys) => keys !== undefined);
}
