import type { CandidateQuery, FactFilter, StoredFact } from '@everlong/core';

import { type Condition, isListed, type Sql } from './sql.js';
import { createWordTable } from './word-table.js';

interface FactRow {
  key: number;
  terms: string;
  fact: string;
}

const FACTS_OF_A_SCOPE = 2 ** 32;

const select = 'SELECT key, terms, fact FROM facts';

/** Facts of all scopes; `scope` is a scope's key. */
export function createFactTable(sql: Sql) {
  const words = createWordTable(sql, 'factWords', 'facts');

  function rowsAt(keys: readonly number[]): FactRow[] {
    return sql.rows(`${select} WHERE ${isListed('key')}`, JSON.stringify(keys)) as FactRow[];
  }

  return {
    /** Adds a fact whose id the scope does not have. */
    add(scope: number, fact: StoredFact): void {
      const key = keyOf(scope, fact.id);
      const past = Number(isPast(fact));
      const { terms } = fact;
      const add = 'INSERT INTO facts (key, isPast, terms, fact) VALUES (?, ?, ?, ?)';
      sql.run(add, key, past, terms.join(' '), encode(fact));
      words.add(key, wordScope(scope, past === 1), terms);
      const addName = 'INSERT INTO factKeys (scope, name, isPast, fact) VALUES (?, ?, ?, ?)';
      for (const name of namesOf(fact)) sql.run(addName, scope, name, past, key);
    },
    /** Returns the terms of the fact that was there; `undefined` for none. */
    remove(scope: number, id: number): readonly string[] | undefined {
      const key = keyOf(scope, id);
      const [row] = rowsAt([key]);
      if (row === undefined) return undefined;
      const fact = decode(row);
      const past = isPast(fact);
      words.remove(key, wordScope(scope, past), fact.terms);
      const remove =
        'DELETE FROM factKeys WHERE scope = ? AND name = ? AND isPast = ? AND fact = ?';
      for (const name of namesOf(fact)) sql.run(remove, scope, name, Number(past), key);
      sql.run('DELETE FROM facts WHERE key = ?', key);
      return fact.terms;
    },
    rowsWith(scope: number, terms: readonly string[]): Map<string, number> {
      const past = words.rowsWith(wordScope(scope, true), terms);
      const now = words.rowsWith(wordScope(scope, false), terms);
      return new Map(terms.map((term) => [term, (past.get(term) ?? 0) + (now.get(term) ?? 0)]));
    },
    candidates(scope: number, { terms, limit, past = false }: CandidateQuery): StoredFact[] {
      return [false, ...(past ? [true] : [])].flatMap((each) =>
        words.find(wordScope(scope, each), terms, limit, rowsAt).map(decode),
      );
    },
    select(scope: number, filter: FactFilter): StoredFact[] {
      const rows = sql.where(select, conditionsOf(scope, filter), 'key', filter.limit);
      const facts = (rows as FactRow[]).map(decode);
      const { sessionId, entryIds } = filter;
      if (sessionId === undefined || entryIds === undefined) return facts;
      // One source has both.
      return facts.filter(({ sources }) =>
        sources.some((each) => each.sessionId === sessionId && entryIds.includes(each.entryId)),
      );
    },
  };
}

function conditionsOf(scope: number, filter: FactFilter): Condition[] {
  const { ids, slots, entities, sessionId, entryIds, dependsOn, kind } = filter;
  const { past = true, after = 0 } = filter;
  /** For each condition the names, any of which is enough. */
  const names = [
    slots?.map((slot) => `slot ${slot}`),
    entities?.map((entity) => `entity ${entity}`),
    sessionId === undefined ? undefined : [`session ${sessionId}`],
    entryIds?.map((entryId) => `entry ${entryId}`),
    dependsOn?.map((id) => `fact ${id}`),
    kind === undefined ? undefined : [`kind ${kind}`],
  ].filter((each) => each !== undefined);
  const isNamed = `key IN (SELECT fact FROM factKeys
    WHERE scope = ? AND isPast <= ? AND ${isListed('name')})`;
  const conditions = names.map((each): Condition => {
    return [isNamed, scope, Number(past), JSON.stringify(each)];
  });
  if (ids !== undefined) {
    conditions.push([isListed('key'), JSON.stringify(ids.map((id) => keyOf(scope, id)))]);
  }
  if (!past) conditions.push(['isPast = 0']);
  // A range of keys is the worst way to find what has other conditions.
  const key = conditions.length > 0 ? '+key' : 'key';
  conditions.push([`${key} > ? AND ${key} < ?`, keyOf(scope, after), keyOf(scope + 1, 0)]);
  return conditions;
}

/** The names that find a fact. */
function namesOf(fact: StoredFact): Set<string> {
  const { slot, entities, sources, kind, derivedFrom, supersededBy } = fact;
  return new Set([
    `slot ${slot}`,
    ...entities.map((entity) => `entity ${entity}`),
    ...sources.flatMap(({ sessionId, entryId }) => [`session ${sessionId}`, `entry ${entryId}`]),
    ...[...derivedFrom, supersededBy ?? []].flat().map((id) => `fact ${id}`),
    `kind ${kind}`,
  ]);
}

function keyOf(scope: number, id: number): number {
  return scope * FACTS_OF_A_SCOPE + id;
}

/** What holds and what does not are searched apart, so that a long past leaves nothing out. */
function wordScope(scope: number, past: boolean): string {
  return `${scope.toString(36)}${past ? 'past' : 'now'}`;
}

function isPast({ retiredAt, validTo }: StoredFact): boolean {
  return retiredAt !== undefined || validTo !== undefined;
}

/** What most facts have, which a row leaves out: a quarter of the file. */
const usual = {
  kind: 'attribute',
  cardinality: 'many',
  isNegated: false,
  isStale: false,
  isDisputed: false,
  isDated: false,
  confidence: 1,
  importance: 0.5,
  trust: 'user',
  derivedFrom: [] as number[],
  sources: [],
  uses: 0,
  successes: 0,
} as const satisfies Partial<StoredFact>;

const usualJson = new Map(
  Object.entries(usual).map(([name, value]) => [name, JSON.stringify(value)]),
);

function encode({ id: _id, terms: _terms, ...fact }: StoredFact): string {
  const fields = Object.entries(fact);
  const telling = fields.filter(([name, value]) => JSON.stringify(value) !== usualJson.get(name));
  return JSON.stringify(Object.fromEntries(telling));
}

function decode({ key, terms, fact }: FactRow): StoredFact {
  return {
    ...usual,
    ...(JSON.parse(fact) as Omit<StoredFact, 'id' | 'terms' | keyof typeof usual>),
    id: key % FACTS_OF_A_SCOPE,
    terms: terms === '' ? [] : terms.split(' '),
  };
}
