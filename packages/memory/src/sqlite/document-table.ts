import type {
  CandidateQuery,
  DocumentFilter,
  DocumentPlace,
  DocumentVector,
  StoredDocument,
} from '@everlong/core';

import { type Condition, isListed, type Sql } from './sql.js';
import { createWordTable } from './word-table.js';

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
const place = `s.id AS sessionId, d.key & ${DOCUMENTS_OF_A_SESSION - 1} AS position`;
const withSession = `JOIN sessions s ON s.key = d.key / ${DOCUMENTS_OF_A_SESSION}`;
const select = `SELECT d.key, ${place}, ${fields} FROM documents d ${withSession}`;

const selectVectors = `SELECT ${place}, vector FROM vectors d ${withSession}
  WHERE d.scope = ? AND model = ?`;

/** One step in the index for each speaker, however much they say. */
const speakers = `WITH RECURSIVE speakers (name) AS (
  SELECT min(speaker) FROM documents WHERE scope = ?
  UNION ALL
  SELECT (SELECT min(speaker) FROM documents WHERE scope = ? AND speaker > name)
  FROM speakers WHERE name IS NOT NULL)
SELECT name FROM speakers WHERE name IS NOT NULL`;

/** The key of a session; `undefined` where the scope does not have it. */
type SessionKey = (scope: number, sessionId: string) => number | undefined;

/** Documents of all scopes; `scope` is a scope's key. */
export function createDocumentTable(sql: Sql, sessionKey: SessionKey) {
  const words = createWordTable(sql, 'documentWords', 'documents');

  function rowsAt(keys: readonly number[]): DocumentRow[] {
    return sql.rows(`${select} WHERE ${isListed('d.key')}`, JSON.stringify(keys)) as DocumentRow[];
  }

  function rowAt(scope: number, at: DocumentPlace): DocumentRow | undefined {
    return rowsAt(keysOf(sessionKey, scope, [at]))[0];
  }

  return {
    add(scope: number, document: StoredDocument): void {
      const { terms, isPending } = document;
      const [key] = keysOf(sessionKey, scope, [document]);
      if (key === undefined) return;
      const row = { ...document, key, scope, terms: terms.join(' '), isPending: Number(isPending) };
      sql.run(
        `INSERT INTO documents (key, scope, ${fields}) VALUES (:key, :scope, ${values})`,
        row,
      );
      words.add(key, wordScope(scope), terms);
    },
    /** Returns the terms of the document that was there; `undefined` for none. */
    remove(scope: number, at: DocumentPlace): readonly string[] | undefined {
      const row = rowAt(scope, at);
      if (row === undefined) return undefined;
      const { terms } = decode(row);
      words.remove(row.key, wordScope(scope), terms);
      sql.run('DELETE FROM vectors WHERE key = ?', row.key);
      sql.run('DELETE FROM documents WHERE key = ?', row.key);
      return terms;
    },
    candidates(scope: number, { terms, limit }: CandidateQuery): StoredDocument[] {
      return words.find(wordScope(scope), terms, limit, rowsAt).map(decode);
    },
    rowsWith: (scope: number, terms: readonly string[]): Map<string, number> =>
      words.rowsWith(wordScope(scope), terms),
    select(scope: number, filter: DocumentFilter): StoredDocument[] {
      const order = filter.dates === undefined ? 'd.key' : 'date, d.key';
      const rows = sql.where(select, conditionsOf(sessionKey, scope, filter), order, filter.limit);
      return (rows as DocumentRow[]).map(decode);
    },
    speakers: (scope: number): string[] => sql.column(speakers, scope, scope) as string[],
    putVector(scope: number, { place: at, model, vector }: DocumentVector): void {
      const row = rowAt(scope, at);
      if (row === undefined) return;
      const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
      const put = 'INSERT OR REPLACE INTO vectors (key, scope, model, vector) VALUES (?, ?, ?, ?)';
      sql.run(put, row.key, scope, model, bytes);
    },
    vectors(scope: number, model: string): Omit<DocumentVector, 'model'>[] {
      const rows = sql.rows(selectVectors, scope, model) as (DocumentPlace & { vector: Buffer })[];
      return rows.map(({ vector, ...at }) => ({
        place: at,
        vector: new Float32Array(new Uint8Array(vector).buffer),
      }));
    },
  };
}

/** The keys of places in sessions that the scope has. */
function keysOf(sessionKey: SessionKey, scope: number, places: readonly DocumentPlace[]): number[] {
  const sessions = new Map(places.map(({ sessionId: id }) => [id, sessionKey(scope, id)]));
  return places.flatMap(({ sessionId, position }) => {
    const session = sessions.get(sessionId);
    const isPlace = position >= 0 && position < DOCUMENTS_OF_A_SESSION;
    return session === undefined || !isPlace ? [] : [session * DOCUMENTS_OF_A_SESSION + position];
  });
}

function conditionsOf(
  sessionKey: SessionKey,
  scope: number,
  { places, sessionId, entryIds, fromSeq, dates, isPending, withoutVector }: DocumentFilter,
): Condition[] {
  // With a key there is no better index than the table's own.
  const isByKey = places !== undefined || sessionId !== undefined;
  const conditions: Condition[] = [[`${isByKey ? '+' : ''}d.scope = ?`, scope]];
  if (places !== undefined) {
    const keys = keysOf(sessionKey, scope, places);
    conditions.push([isListed('d.key'), JSON.stringify(keys)]);
  }
  if (sessionId !== undefined) {
    const first = (sessionKey(scope, sessionId) ?? -1) * DOCUMENTS_OF_A_SESSION;
    conditions.push(['d.key >= ? AND d.key < ?', first, first + DOCUMENTS_OF_A_SESSION]);
  }
  if (entryIds !== undefined) conditions.push([isListed('entryId'), JSON.stringify(entryIds)]);
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

function wordScope(scope: number): string {
  return scope.toString(36);
}

function decode({ key: _key, terms, isPending, ...row }: DocumentRow): StoredDocument {
  return { ...row, terms: terms === '' ? [] : terms.split(' '), isPending: isPending === 1 };
}
