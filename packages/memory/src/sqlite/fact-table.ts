import type { CandidateQuery, FactFilter, StoredFact } from '@everlong/core';
import type { Database, Statement } from 'better-sqlite3';

import { createWordTable } from './word-table.js';

/** Facts of all scopes; `scope` is a scope's key. */
export interface FactTable {
  /** Adds a fact whose id the scope does not have. */
  add(scope: number, fact: StoredFact): void;
  /** The terms of the fact that was there; `undefined` for none. */
  remove(scope: number, id: number): readonly string[] | undefined;
  candidates(scope: number, query: CandidateQuery): StoredFact[];
  rowsWith(scope: number, terms: readonly string[]): Map<string, number>;
  select(scope: number, filter: FactFilter): StoredFact[];
}

interface FactRow {
  key: number;
  terms: string;
  fact: string;
}

const FACTS_OF_A_SCOPE = 2 ** 32;

const select = 'SELECT key, terms, fact FROM facts';

export function createFactTable(database: Database): FactTable {
  const words = createWordTable(database, 'factWords', 'facts');
  const statements = prepareStatements(database);
  /** By their conditions. */
  const selections = new Map<string, Statement<unknown[], FactRow>>();

  function find(within: string, { terms, limit }: CandidateQuery): StoredFact[] {
    const found = words.find(within, terms, limit);
    const all = statements.byKeys.all(JSON.stringify(found));
    const rows = new Map(all.map((row) => [row.key, row]));
    return found.flatMap((key) => rows.get(key) ?? []).map(decode);
  }

  return {
    add(scope, fact) {
      const key = keyOf(scope, fact.id);
      const past = isPast(fact);
      statements.insert.run(key, Number(past), fact.terms.join(' '), encode(fact));
      words.add(key, wordScope(scope, past), fact.terms);
      for (const name of lookupNames(fact)) statements.addName.run(scope, name, Number(past), key);
    },
    remove(scope, id) {
      const key = keyOf(scope, id);
      const row = statements.byKeys.get(JSON.stringify([key]));
      if (row === undefined) return undefined;
      const fact = decode(row);
      const past = isPast(fact);
      words.remove(key, wordScope(scope, past), fact.terms);
      for (const name of lookupNames(fact))
        statements.removeName.run(scope, name, Number(past), key);
      statements.remove.run(key);
      return fact.terms;
    },
    rowsWith(scope, terms) {
      const past = words.rowsWith(wordScope(scope, true), terms);
      const now = words.rowsWith(wordScope(scope, false), terms);
      return new Map(terms.map((term) => [term, (past.get(term) ?? 0) + (now.get(term) ?? 0)]));
    },
    candidates: (scope, query) => [
      ...find(wordScope(scope, false), query),
      ...(query.past === true ? find(wordScope(scope, true), query) : []),
    ],
    select(scope, filter) {
      const conditions = conditionsOf(scope, filter);
      const where = conditions.map(([condition]) => condition).join(' AND ');
      const sql = `${select} WHERE ${where} ORDER BY key LIMIT ?`;
      const statement = selections.get(sql) ?? database.prepare<unknown[], FactRow>(sql);
      selections.set(sql, statement);
      const given = conditions.flatMap(([, ...each]) => each);
      const facts = statement.all(...given, filter.limit ?? -1).map(decode);
      const { sessionId, entryIds } = filter;
      if (sessionId === undefined || entryIds === undefined) return facts;
      // One source has both.
      return facts.filter(({ sources }) =>
        sources.some((each) => each.sessionId === sessionId && entryIds.includes(each.entryId)),
      );
    },
  };
}

/** The conditions of a filter, and their values. */
function conditionsOf(
  scope: number,
  filter: FactFilter,
): [condition: string, ...values: unknown[]][] {
  const { ids, past = true, after = 0 } = filter;
  const names = lookups(filter);
  const conditions: [string, ...unknown[]][] = names.map((each) => [
    `key IN (SELECT fact FROM factKeys WHERE scope = ? AND isPast <= ?
       AND name IN (SELECT value FROM json_each(?)))`,
    scope,
    Number(past),
    JSON.stringify(each),
  ]);
  if (ids !== undefined) {
    const keys = ids.map((id) => keyOf(scope, id));
    conditions.push(['key IN (SELECT value FROM json_each(?))', JSON.stringify(keys)]);
  }
  if (!past) conditions.push(['isPast = 0']);
  // A range of keys is the worst way to find what has other conditions.
  const key = names.length > 0 || ids !== undefined ? '+key' : 'key';
  conditions.push([`${key} > ? AND ${key} < ?`, keyOf(scope, after), keyOf(scope + 1, 0)]);
  return conditions;
}

function prepareStatements(database: Database) {
  return {
    byKeys: database.prepare<[string], FactRow>(
      `${select} WHERE key IN (SELECT value FROM json_each(?))`,
    ),
    insert: database.prepare<[number, number, string, string]>(
      'INSERT INTO facts (key, isPast, terms, fact) VALUES (?, ?, ?, ?)',
    ),
    remove: database.prepare<[number]>('DELETE FROM facts WHERE key = ?'),
    addName: database.prepare<[number, string, number, number]>(
      'INSERT OR IGNORE INTO factKeys (scope, name, isPast, fact) VALUES (?, ?, ?, ?)',
    ),
    removeName: database.prepare<[number, string, number, number]>(
      'DELETE FROM factKeys WHERE scope = ? AND name = ? AND isPast = ? AND fact = ?',
    ),
  };
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

/** What most facts have, which a row leaves out. */
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

function encode({ id: _id, terms: _terms, ...fact }: StoredFact): string {
  const isUsual = (name: string, value: unknown): boolean =>
    name in usual && JSON.stringify(value) === JSON.stringify(usual[name as keyof typeof usual]);
  return JSON.stringify(
    Object.fromEntries(Object.entries(fact).filter(([name, value]) => !isUsual(name, value))),
  );
}

function decode({ key, terms, fact }: FactRow): StoredFact {
  return {
    ...usual,
    ...(JSON.parse(fact) as Omit<StoredFact, 'id' | 'terms' | keyof typeof usual>),
    id: key % FACTS_OF_A_SCOPE,
    terms: terms === '' ? [] : terms.split(' '),
  };
}

/** The names that find a fact. */
function lookupNames({
  slot,
  entities,
  sources,
  kind,
  derivedFrom,
  supersededBy,
}: StoredFact): Set<string> {
  return new Set([
    `slot ${slot}`,
    ...entities.map((entity) => `entity ${entity}`),
    ...sources.flatMap(({ sessionId, entryId }) => [`session ${sessionId}`, `entry ${entryId}`]),
    ...[...derivedFrom, supersededBy ?? []].flat().map((id) => `fact ${id}`),
    `kind ${kind}`,
  ]);
}

/** For each condition of a filter the names, any of which is enough. */
function lookups({
  slots,
  entities,
  sessionId,
  entryIds,
  dependsOn,
  kind,
}: FactFilter): string[][] {
  return [
    slots?.map((slot) => `slot ${slot}`),
    entities?.map((entity) => `entity ${entity}`),
    sessionId === undefined ? undefined : [`session ${sessionId}`],
    entryIds?.map((entryId) => `entry ${entryId}`),
    dependsOn?.map((id) => `fact ${id}`),
    kind === undefined ? undefined : [`kind ${kind}`],
  ].filter((names) => names !== undefined);
}
