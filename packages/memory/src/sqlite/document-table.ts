import type {
  CandidateQuery,
  DocumentFilter,
  DocumentPlace,
  DocumentVector,
  StoredDocument,
} from '@everlong/core';
import type { Database } from 'better-sqlite3';

import { createDocumentKeys, type DocumentKeys } from './document-keys.js';
import { decodeDocument, type DocumentRow, encodeDocument, termsOf } from './document-row.js';
import type { Growth } from './growth.js';
import type { SessionTable } from './session-table.js';
import { createSpeakerTable } from './speaker-table.js';
import { createVectorTable } from './vector-table.js';
import { createWordTable } from './word-table.js';

/** Documents of all scopes; `scope` is a scope's key. */
export interface DocumentTable {
  add(scope: number, document: StoredDocument): Growth;
  remove(scope: number, place: DocumentPlace): Growth;
  candidates(scope: number, query: CandidateQuery): StoredDocument[];
  rowsWith(scope: number, term: string): number;
  select(scope: number, filter: DocumentFilter): StoredDocument[];
  speakers(scope: number): string[];
  putVector(scope: number, vector: DocumentVector): void;
  vectors(scope: number, model: string): Omit<DocumentVector, 'model'>[];
}

const columns =
  'key, layer, entry_id, seq, start, role, speaker, trust, date, text, terms, is_pending';

export function createDocumentTable(database: Database, sessions: SessionTable): DocumentTable {
  const words = createWordTable(database, 'document_words');
  const vectors = createVectorTable(database);
  const speakers = createSpeakerTable(database);
  const keys = createDocumentKeys(sessions);
  const statements = prepareStatements(database);

  function remove(scope: number, place: DocumentPlace): Growth {
    const key = keys.keyOf(scope, place);
    const row = key === undefined ? undefined : statements.byKey.get(key);
    if (row === undefined) return { rows: 0, terms: 0 };
    const terms = termsOf(row);
    words.remove(row.key, scope, terms);
    vectors.remove(row.key);
    statements.remove.run(row.key);
    speakers.remove(scope, row.speaker);
    return { rows: -1, terms: -terms.length };
  }

  return {
    remove,
    add(scope, document) {
      const removed = remove(scope, document);
      const key = keys.keyOf(scope, document);
      if (key === undefined) return removed;
      const { terms } = document;
      statements.insert.run(encodeDocument(document, key, scope));
      words.add(key, scope, terms);
      speakers.add(scope, document.speaker);
      return { rows: removed.rows + 1, terms: removed.terms + terms.length };
    },
    candidates(scope, { terms, limit }) {
      const found = words.find(scope, terms, limit);
      const rows = statements.byKeys.all(JSON.stringify(found));
      const places = keys.placing();
      const byKey = new Map(rows.map((row) => [row.key, toDocuments(places, row)]));
      return found.flatMap((key) => byKey.get(key) ?? []);
    },
    rowsWith: (scope, term) => words.rowsWith(scope, term),
    select(scope, filter) {
      const { limit = -1 } = filter;
      const rows = selectRows(statements, keys, scope, filter);
      const placeOf = keys.placing();
      const all = rows.flatMap((row) => toDocuments(placeOf, row));
      const documents = all.filter(createMatcher(filter));
      return limit < 0 ? documents : documents.slice(0, limit);
    },
    speakers: speakers.all,
    putVector(scope, { place, model, vector }) {
      const key = keys.keyOf(scope, place);
      if (key === undefined || statements.byKey.get(key) === undefined) return;
      vectors.put(scope, key, { model, vector });
    },
    vectors: (scope, model) => placed(keys.placing(), vectors.select(scope, model)),
  };
}

function placed(
  placeOf: ReturnType<DocumentKeys['placing']>,
  rows: readonly { key: number; vector: Float32Array }[],
): Omit<DocumentVector, 'model'>[] {
  return rows.flatMap(({ key, vector }) => {
    const place = placeOf(key);
    return place === undefined ? [] : [{ place, vector }];
  });
}

/** The document of a row; none when its session was removed. */
function toDocuments(
  placeOf: ReturnType<DocumentKeys['placing']>,
  row: DocumentRow,
): StoredDocument[] {
  const place = placeOf(row.key);
  return place === undefined ? [] : [decodeDocument(row, place)];
}

/** The rows that the most selective part of a filter finds; the rest of it is still to apply. */
function selectRows(
  statements: ReturnType<typeof prepareStatements>,
  keys: DocumentKeys,
  scope: number,
  filter: DocumentFilter,
): DocumentRow[] {
  const { places, sessionId, withoutVector, dates, isPending, limit = -1 } = filter;
  if (places !== undefined) {
    const found = places.flatMap((place) => keys.keyOf(scope, place) ?? []);
    return statements.byKeys.all(JSON.stringify(found));
  }
  if (sessionId !== undefined) {
    const range = keys.rangeOf(scope, sessionId);
    return range === undefined ? [] : statements.inRange.all(...range);
  }
  if (withoutVector !== undefined) {
    return statements.withoutVector.all(scope, withoutVector, limit);
  }
  if (dates !== undefined) {
    return dates.flatMap(({ from, before }) => statements.byDate.all(scope, from, before, limit));
  }
  return isPending === true ? statements.pending.all(scope) : statements.byScope.all(scope);
}

function createMatcher({
  sessionId,
  entryIds,
  fromSeq = -Infinity,
  dates,
  isPending,
}: DocumentFilter): (document: StoredDocument) => boolean {
  const wanted = entryIds === undefined ? undefined : new Set(entryIds);
  return (document) =>
    document.seq >= fromSeq &&
    (sessionId === undefined || document.sessionId === sessionId) &&
    (dates === undefined || dates.some((range) => isWithin(document.date, range))) &&
    (wanted === undefined || wanted.has(document.entryId)) &&
    (isPending === undefined || document.isPending === isPending);
}

function isWithin(date: string, { from, before }: { from: string; before: string }): boolean {
  return date >= from && date < before;
}

function prepareStatements(database: Database) {
  const select = `SELECT ${columns} FROM documents`;
  return {
    byKey: database.prepare<[number], DocumentRow>(`${select} WHERE key = ?`),
    byKeys: database.prepare<[string], DocumentRow>(
      `${select} WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key`,
    ),
    inRange: database.prepare<[number, number], DocumentRow>(
      `${select} WHERE key >= ? AND key < ? ORDER BY key`,
    ),
    byScope: database.prepare<[number], DocumentRow>(`${select} WHERE scope = ? ORDER BY key`),
    byDate: database.prepare<[number, string, string, number], DocumentRow>(
      `${select} WHERE scope = ? AND date >= ? AND date < ? ORDER BY date LIMIT ?`,
    ),
    pending: database.prepare<[number], DocumentRow>(
      `${select} WHERE scope = ? AND is_pending = 1 ORDER BY key`,
    ),
    insert: database.prepare(
      `INSERT INTO documents (${columns}, scope) VALUES (:key, :layer, :entryId, :seq, :offset, :role, :speaker, :trust, :date, :text, :terms, :isPending, :scope)`,
    ),
    withoutVector: database.prepare<[number, string, number], DocumentRow>(
      `${select} WHERE scope = ? AND text <> '' AND key NOT IN (SELECT key FROM vectors WHERE model = ?) ORDER BY key LIMIT ?`,
    ),
    remove: database.prepare<[number]>('DELETE FROM documents WHERE key = ?'),
  };
}
