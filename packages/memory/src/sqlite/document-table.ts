import type {
  CandidateQuery,
  DocumentFilter,
  DocumentPlace,
  DocumentVector,
  StoredDocument,
} from '@everlong/core';
import type { Database, Statement } from 'better-sqlite3';

import type { SessionTable } from './scope-tables.js';
import { createWordTable } from './word-table.js';

/** Documents of all scopes; `scope` is a scope's key. */
export interface DocumentTable {
  add(scope: number, document: StoredDocument): void;
  /** The terms of the document that was there; `undefined` for none. */
  remove(scope: number, place: DocumentPlace): readonly string[] | undefined;
  candidates(scope: number, query: CandidateQuery): StoredDocument[];
  rowsWith(scope: number, terms: readonly string[]): Map<string, number>;
  select(scope: number, filter: DocumentFilter): StoredDocument[];
  speakers(scope: number): string[];
  putVector(scope: number, vector: DocumentVector): void;
  vectors(scope: number, model: string): Omit<DocumentVector, 'model'>[];
}

interface DocumentRow extends Omit<StoredDocument, 'terms' | 'isPending'> {
  key: number;
  terms: string;
  isPending: number;
}

/** Documents of one session have consecutive keys, at most this many. */
const DOCUMENTS_OF_A_SESSION = 2 ** 20;

const fields = 'layer, entryId, seq, "offset", role, speaker, trust, date, text, terms, isPending';
const values =
  ':layer, :entryId, :seq, :offset, :role, :speaker, :trust, :date, :text, :terms, :isPending';
const select = `SELECT d.key, s.id AS sessionId, d.key & ${DOCUMENTS_OF_A_SESSION - 1} AS position, ${fields}
  FROM documents d JOIN sessions s ON s.key = d.key / ${DOCUMENTS_OF_A_SESSION}`;
const keyIsListed = 'd.key IN (SELECT value FROM json_each(?))';

export function createDocumentTable(database: Database, sessions: SessionTable): DocumentTable {
  const words = createWordTable(database, 'documentWords', 'documents');
  const statements = prepareStatements(database);
  /** By their conditions. */
  const selections = new Map<string, Statement<unknown[], DocumentRow>>();

  function rowAt(scope: number, { sessionId, position }: DocumentPlace): DocumentRow | undefined {
    const keys = keysOf(sessions.keyOf(scope, sessionId), [position]);
    return keys.length === 0 ? undefined : statements.byKeys.get(JSON.stringify(keys));
  }

  return {
    add(scope, document) {
      const { sessionId, position, terms, isPending } = document;
      const [key] = keysOf(sessions.keyOf(scope, sessionId), [position]);
      if (key === undefined) return;
      const row = { ...document, key, scope, terms: terms.join(' '), isPending: Number(isPending) };
      statements.insert.run(row);
      words.add(key, wordScope(scope), terms);
    },
    remove(scope, place) {
      const row = rowAt(scope, place);
      if (row === undefined) return undefined;
      const { terms } = decode(row);
      words.remove(row.key, wordScope(scope), terms);
      statements.removeVector.run(row.key);
      statements.remove.run(row.key);
      return terms;
    },
    candidates(scope, { terms, limit }) {
      const found = words.find(wordScope(scope), terms, limit);
      const all = statements.byKeys.all(JSON.stringify(found));
      const rows = new Map(all.map((row) => [row.key, row]));
      return found.flatMap((key) => rows.get(key) ?? []).map(decode);
    },
    rowsWith: (scope, terms) => words.rowsWith(wordScope(scope), terms),
    select(scope, filter) {
      const conditions = conditionsOf((id) => sessions.keyOf(scope, id), scope, filter);
      const where = conditions.map(([condition]) => condition).join(' AND ');
      const order = filter.dates === undefined ? 'd.key' : 'date, d.key';
      const sql = `${select} WHERE ${where} ORDER BY ${order} LIMIT ?`;
      const statement = selections.get(sql) ?? database.prepare<unknown[], DocumentRow>(sql);
      selections.set(sql, statement);
      const given = conditions.flatMap(([, ...each]) => each);
      return statement.all(...given, filter.limit ?? -1).map(decode);
    },
    speakers: (scope) => statements.speakers.all(scope, scope),
    putVector(scope, { place, model, vector: { buffer, byteOffset, byteLength } }) {
      const row = rowAt(scope, place);
      if (row === undefined) return;
      const bytes = Buffer.from(buffer, byteOffset, byteLength);
      statements.putVector.run(row.key, scope, model, bytes);
    },
    vectors: (scope, model) =>
      statements.vectors.all(scope, model).map(({ vector, ...place }) => ({
        place,
        vector: new Float32Array(new Uint8Array(vector).buffer),
      })),
  };
}

/** The keys of places in a session; none where the scope does not have it. */
function keysOf(session: number | undefined, positions: readonly number[]): number[] {
  if (session === undefined) return [];
  return positions
    .filter((position) => position >= 0 && position < DOCUMENTS_OF_A_SESSION)
    .map((position) => session * DOCUMENTS_OF_A_SESSION + position);
}

/** The conditions of a filter, and their values. */
function conditionsOf(
  sessionKey: (id: string) => number | undefined,
  scope: number,
  { places, sessionId, entryIds, fromSeq, dates, isPending, withoutVector }: DocumentFilter,
): [condition: string, ...values: unknown[]][] {
  // With a key there is no better index than the table's own.
  const isByKey = places !== undefined || sessionId !== undefined;
  const conditions: [string, ...unknown[]][] = [[`${isByKey ? '+' : ''}d.scope = ?`, scope]];
  if (places !== undefined) {
    const bySession = Map.groupBy(places, (place) => place.sessionId);
    const keys = [...bySession].flatMap(([id, own]) =>
      keysOf(
        sessionKey(id),
        own.map(({ position }) => position),
      ),
    );
    conditions.push([keyIsListed, JSON.stringify(keys)]);
  }
  if (sessionId !== undefined) {
    const first = (sessionKey(sessionId) ?? -1) * DOCUMENTS_OF_A_SESSION;
    conditions.push(['d.key >= ? AND d.key < ?', first, first + DOCUMENTS_OF_A_SESSION]);
  }
  if (entryIds !== undefined) {
    conditions.push(['entryId IN (SELECT value FROM json_each(?))', JSON.stringify(entryIds)]);
  }
  if (fromSeq !== undefined) conditions.push(['seq >= ?', fromSeq]);
  if (dates !== undefined) {
    const ranges = dates.map(() => '(date >= ? AND date < ?)').join(' OR ');
    conditions.push([`(${ranges})`, ...dates.flatMap(({ from, before }) => [from, before])]);
  }
  if (isPending !== undefined) conditions.push([`isPending = ${isPending ? 1 : 0}`]);
  if (withoutVector !== undefined) {
    const isEmbedded = 'd.key IN (SELECT key FROM vectors WHERE model = ?)';
    conditions.push([`text <> '' AND NOT ${isEmbedded}`, withoutVector]);
  }
  return conditions;
}

function prepareStatements(database: Database) {
  return {
    byKeys: database.prepare<[string], DocumentRow>(`${select} WHERE ${keyIsListed}`),
    insert: database.prepare(
      `INSERT INTO documents (key, scope, ${fields}) VALUES (:key, :scope, ${values})`,
    ),
    remove: database.prepare<[number]>('DELETE FROM documents WHERE key = ?'),
    removeVector: database.prepare<[number]>('DELETE FROM vectors WHERE key = ?'),
    putVector: database.prepare<[number, number, string, Buffer]>(
      'INSERT OR REPLACE INTO vectors (key, scope, model, vector) VALUES (?, ?, ?, ?)',
    ),
    vectors: database.prepare<[number, string], DocumentPlace & { vector: Buffer }>(
      `SELECT s.id AS sessionId, v.key & ${DOCUMENTS_OF_A_SESSION - 1} AS position, vector
       FROM vectors v JOIN sessions s ON s.key = v.key / ${DOCUMENTS_OF_A_SESSION}
       WHERE v.scope = ? AND model = ?`,
    ),
    // One step in the index for each speaker, however much they say.
    speakers: database
      .prepare<[number, number], string>(
        `WITH RECURSIVE speakers (name) AS (
           SELECT min(speaker) FROM documents WHERE scope = ?
           UNION ALL
           SELECT (SELECT min(speaker) FROM documents WHERE scope = ? AND speaker > name)
           FROM speakers WHERE name IS NOT NULL)
         SELECT name FROM speakers WHERE name IS NOT NULL`,
      )
      .pluck(),
  };
}

function wordScope(scope: number): string {
  return scope.toString(36);
}

function decode({ key: _key, terms, isPending, ...row }: DocumentRow): StoredDocument {
  return { ...row, terms: terms === '' ? [] : terms.split(' '), isPending: isPending === 1 };
}
