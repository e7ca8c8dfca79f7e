import type { CandidateQuery, FactFilter, StoredFact } from '@everlong/core';
import type { Database } from 'better-sqlite3';

import { decodeFact, encodeFact, type FactRow, isPast } from './fact-row.js';
import type { Growth } from './growth.js';
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

const FACTS_OF_A_SCOPE = 2 ** 32;

export function createFactTable(database: Database): FactTable {
  const holding = createWordTable(database, 'fact_words');
  const past = createWordTable(database, 'past_fact_words');
  const statements = prepareStatements(database);

  function remove(scope: number, id: number): Growth {
    const row = statements.byKey.get(rowKey(scope, id));
    if (row === undefined) return { rows: 0, terms: 0 };
    const fact = decodeFact(row);
    (row.is_past === 1 ? past : holding).remove(row.key, scope, fact.terms);
    const keys = [...lookupKeys(fact), slotKeys(fact.slot).undecided];
    for (const key of keys) statements.removeKey.run(scope, stringHash(key), id);
    statements.remove.run(row.key);
    return { rows: -1, terms: -fact.terms.length };
  }

  function put(scope: number, fact: StoredFact, isNew: boolean): Growth {
    const removed = isNew ? { rows: 0, terms: 0 } : remove(scope, fact.id);
    const key = rowKey(scope, fact.id);
    const wasReplaced = isPast(fact);
    statements.insert.run(key, wasReplaced ? 1 : 0, fact.terms.join(' '), encodeFact(fact));
    (wasReplaced ? past : holding).add(key, scope, fact.terms);
    for (const each of lookupKeys(fact)) statements.insertKey.run(scope, stringHash(each), fact.id);
    return { rows: removed.rows + 1, terms: removed.terms + fact.terms.length };
  }

  return {
    put,
    remove,
    rowsWith: (scope, term) => holding.rowsWith(scope, term) + past.rowsWith(scope, term),
    candidates(scope, { terms, limit, past: withPast = false }) {
      const keys = holding.find(scope, terms, limit);
      if (withPast) keys.push(...past.find(scope, terms, limit));
      const found = new Map(
        statements.byKeys.all(JSON.stringify(keys)).map((row) => [row.key, decodeFact(row)]),
      );
      return keys.flatMap((key) => found.get(key) ?? []);
    },
    select(scope, filter) {
      const { after = 0, limit = -1 } = filter;
      const ids = lookUp(statements, scope, filter);
      if (ids !== undefined) {
        const keys = ids.filter((id) => id > after).map((id) => rowKey(scope, id));
        return selectByKeys(statements, keys, filter);
      }
      const hasConditions = filter.kind !== undefined || filter.past === false;
      const facts = statements.inRange
        .all(rowKey(scope, after), rowKey(scope + 1, 0), hasConditions ? -1 : limit)
        .map(decodeFact)
        .filter((fact) => fits(fact, filter));
      return limit < 0 ? facts : facts.slice(0, limit);
    },
  };
}

/** Reads no more rows than it takes to reach the limit. */
function selectByKeys(
  { byKeys }: ReturnType<typeof prepareStatements>,
  keys: readonly number[],
  filter: FactFilter,
): StoredFact[] {
  const { limit = keys.length } = filter;
  const sorted = keys.toSorted((left, right) => left - right);
  const facts: StoredFact[] = [];
  const step = Math.max(limit, 1);
  for (let from = 0; from < sorted.length && facts.length < limit; from += step) {
    const rows = byKeys.all(JSON.stringify(sorted.slice(from, from + step)));
    facts.push(...rows.map(decodeFact).filter((fact) => fits(fact, filter)));
  }
  return facts.slice(0, limit);
}

function rowKey(scope: number, id: number): number {
  return scope * FACTS_OF_A_SCOPE + id;
}

/** The ids that pass all lookups of a filter; `undefined` when it has no lookup. */
function lookUp(
  { withKey }: ReturnType<typeof prepareStatements>,
  scope: number,
  filter: FactFilter,
): number[] | undefined {
  let ids = filter.ids === undefined ? undefined : new Set(filter.ids);
  for (const keys of lookups(filter)) {
    const found = new Set(keys.flatMap((key) => withKey.all(scope, stringHash(key))));
    ids = ids === undefined ? found : ids.intersection(found);
  }
  return ids === undefined ? undefined : [...ids];
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

/**
 * A slot may have thousands of facts of which few hold: each state has its own key. In files of
 * tables version 1, facts have one for both until they change.
 */
function slotKeys(slot: string) {
  return { open: `open ${slot}`, past: `past ${slot}`, undecided: `slot ${slot}` };
}

/** The keys that find a fact. */
function lookupKeys(fact: StoredFact): string[] {
  return [
    isPast(fact) ? slotKeys(fact.slot).past : slotKeys(fact.slot).open,
    ...fact.entities.map((entity) => `entity ${entity}`),
    ...new Set(fact.sources.map(({ sessionId }) => `session ${sessionId}`)),
    ...new Set(fact.sources.map(({ entryId }) => `entry ${entryId}`)),
    ...dependencies(fact).map((id) => `fact ${id}`),
    ...(fact.kind === 'attribute' ? [] : [`kind ${fact.kind}`]),
  ];
}

/** For each condition with keys: the keys, any of which is enough. */
function lookups(filter: FactFilter): string[][] {
  const { slots, entities, sessionId, entryIds, dependsOn, kind } = filter;
  return [
    slots?.map(slotKeys).flatMap(({ open, past, undecided }) => {
      return filter.past === false ? [open, undecided] : [open, past, undecided];
    }),
    entities?.map((entity) => `entity ${entity}`),
    sessionId === undefined
      ? entryIds?.map((entryId) => `entry ${entryId}`)
      : [`session ${sessionId}`],
    dependsOn?.map((id) => `fact ${id}`),
    kind === undefined || kind === 'attribute' ? undefined : [`kind ${kind}`],
  ].filter((keys) => keys !== undefined);
}

function prepareStatements(database: Database) {
  const columns = 'key, is_past, terms, fact';
  return {
    byKey: database.prepare<[number], FactRow>(`SELECT ${columns} FROM facts WHERE key = ?`),
    byKeys: database.prepare<[string], FactRow>(
      `SELECT ${columns} FROM facts WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key`,
    ),
    inRange: database.prepare<[number, number, number], FactRow>(
      `SELECT ${columns} FROM facts WHERE key > ? AND key < ? ORDER BY key LIMIT ?`,
    ),
    insert: database.prepare<[number, number, string, string]>(
      `INSERT INTO facts (${columns}) VALUES (?, ?, ?, ?)`,
    ),
    remove: database.prepare<[number]>('DELETE FROM facts WHERE key = ?'),
    insertKey: database.prepare<[number, number, number]>(
      'INSERT OR IGNORE INTO fact_keys (scope, hash, fact) VALUES (?, ?, ?)',
    ),
    removeKey: database.prepare<[number, number, number]>(
      'DELETE FROM fact_keys WHERE scope = ? AND hash = ? AND fact = ?',
    ),
    withKey: database
      .prepare<[number, number], number>(
        'SELECT fact FROM fact_keys WHERE scope = ? AND hash = ? ORDER BY fact',
      )
      .pluck(),
  };
}
