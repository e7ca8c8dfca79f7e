import type {
  CandidateQuery,
  DocumentFilter,
  DocumentPlace,
  DocumentVector,
  StoredDocument,
} from '@everlong/core';
import type { Database } from 'better-sqlite3';

import type { Growth } from './fact-table.js';
import { DOCUMENTS_OF_A_SESSION, type SessionTable } from './session-table.js';
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

interface DocumentRow {
  key: number;
  layer: StoredDocument['layer'];
  entry_id: string;
  seq: number;
  start: number;
  role: StoredDocument['role'];
  speaker: string;
  trust: StoredDocument['trust'];
  date: string;
  text: string;
  terms: string;
  is_pending: number;
}

const columns =
  'key, layer, entry_id, seq, start, role, speaker, trust, date, text, terms, is_pending';

export function createDocumentTable(database: Database, sessions: SessionTable): DocumentTable {
  const words = createWordTable(database, 'document_words');
  const statements = prepareStatements(database);

  function toDocument(row: DocumentRow): StoredDocument[] {
    const sessionId = sessions.idOf(Math.floor(row.key / DOCUMENTS_OF_A_SESSION));
    return sessionId === undefined ? [] : [storedDocument(row, sessionId)];
  }

  function keysOf(scope: number, places: readonly DocumentPlace[]): number[] {
    return places.flatMap(({ sessionId, position }) => {
      const session = sessions.keyOf(scope, sessionId);
      const isPlace = position >= 0 && position < DOCUMENTS_OF_A_SESSION;
      return session === undefined || !isPlace ? [] : [session * DOCUMENTS_OF_A_SESSION + position];
    });
  }

  function remove(scope: number, place: DocumentPlace): Growth {
    const [key] = keysOf(scope, [place]);
    const row = key === undefined ? undefined : statements.byKey.get(key);
    if (row === undefined) return { rows: 0, terms: 0 };
    const terms = row.terms === '' ? [] : row.terms.split(' ');
    words.remove(row.key, scope, terms);
    statements.removeVector.run(row.key);
    statements.remove.run(row.key);
    statements.countSpeaker.run(scope, row.speaker, -1);
    statements.removeSpeaker.run(scope, row.speaker);
    return { rows: -1, terms: -terms.length };
  }

  /** The rows that the most selective part of a filter finds; the rest of it is still to apply. */
  function selectRows(scope: number, filter: DocumentFilter): DocumentRow[] {
    const { places, sessionId, withoutVector, dates, isPending, limit = -1 } = filter;
    if (places !== undefined) return statements.byKeys.all(JSON.stringify(keysOf(scope, places)));
    if (sessionId !== undefined) {
      const session = sessions.keyOf(scope, sessionId);
      return session === undefined ? [] : statements.bySession.all(session, session);
    }
    if (withoutVector !== undefined) {
      return statements.withoutVector.all(scope, withoutVector, limit);
    }
    if (dates !== undefined) {
      return dates.flatMap(({ from, before }) => statements.byDate.all(scope, from, before, limit));
    }
    return isPending === true ? statements.pending.all(scope) : statements.byScope.all(scope);
  }

  return {
    remove,
    add(scope, document) {
      const removed = remove(scope, document);
      const [key] = keysOf(scope, [document]);
      if (key === undefined) return removed;
      const { terms } = document;
      statements.insert.run({
        ...document,
        key,
        scope,
        terms: terms.join(' '),
        isPending: document.isPending ? 1 : 0,
      });
      words.add(key, scope, terms);
      statements.countSpeaker.run(scope, document.speaker, 1);
      return { rows: removed.rows + 1, terms: removed.terms + terms.length };
    },
    candidates(scope, { terms, limit }) {
      const keys = words.find(scope, terms, limit);
      const rows = statements.byKeys.all(JSON.stringify(keys));
      const found = new Map(rows.map((row) => [row.key, row]));
      return keys.flatMap((key) => {
        const row = found.get(key);
        return row === undefined ? [] : toDocument(row);
      });
    },
    rowsWith: (scope, term) => words.rowsWith(scope, term),
    select(scope, filter) {
      const { limit = -1 } = filter;
      const documents = selectRows(scope, filter).flatMap(toDocument).filter(createMatcher(filter));
      return limit < 0 ? documents : documents.slice(0, limit);
    },
    speakers: (scope) => statements.speakers.all(scope),
    putVector(scope, { place, model, vector }) {
      const [key] = keysOf(scope, [place]);
      if (key === undefined || statements.byKey.get(key) === undefined) return;
      statements.putVector.run(
        key,
        scope,
        model,
        Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
      );
    },
    vectors: (scope, model) =>
      statements.vectors.all(scope, model).flatMap((row) => {
        const sessionId = sessions.idOf(Math.floor(row.key / DOCUMENTS_OF_A_SESSION));
        if (sessionId === undefined) return [];
        const place = { sessionId, position: row.key % DOCUMENTS_OF_A_SESSION };
        return [{ place, vector: new Float32Array(new Uint8Array(row.vector).buffer) }];
      }),
  };
}

function storedDocument(row: DocumentRow, sessionId: string): StoredDocument {
  return {
    sessionId,
    position: row.key % DOCUMENTS_OF_A_SESSION,
    layer: row.layer,
    entryId: row.entry_id,
    seq: row.seq,
    offset: row.start,
    role: row.role,
    speaker: row.speaker,
    trust: row.trust,
    date: row.date,
    text: row.text,
    terms: row.terms === '' ? [] : row.terms.split(' '),
    isPending: row.is_pending === 1,
  };
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
    bySession: database.prepare<[number, number], DocumentRow>(
      `${select} WHERE key >= ? * ${DOCUMENTS_OF_A_SESSION} AND key < (? + 1) * ${DOCUMENTS_OF_A_SESSION} ORDER BY key`,
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
    putVector: database.prepare<[number, number, string, Buffer]>(
      'INSERT OR REPLACE INTO vectors (key, scope, model, vector) VALUES (?, ?, ?, ?)',
    ),
    vectors: database.prepare<[number, string], { key: number; vector: Buffer }>(
      'SELECT key, vector FROM vectors WHERE scope = ? AND model = ?',
    ),
    removeVector: database.prepare<[number]>('DELETE FROM vectors WHERE key = ?'),
    remove: database.prepare<[number]>('DELETE FROM documents WHERE key = ?'),
    countSpeaker: database.prepare<[number, string, number]>(
      `INSERT INTO speakers (scope, name, documents) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET documents = documents + excluded.documents`,
    ),
    removeSpeaker: database.prepare<[number, string]>(
      'DELETE FROM speakers WHERE scope = ? AND name = ? AND documents <= 0',
    ),
    speakers: database
      .prepare<[number], string>('SELECT name FROM speakers WHERE scope = ? ORDER BY name')
      .pluck(),
  };
}
