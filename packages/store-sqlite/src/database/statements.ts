import type { Database } from 'better-sqlite3';

import type { EntryRow } from './entry-row.js';

/** What the store does with a prepared statement. */
export interface PreparedStatement<Parameters extends unknown[], Row> {
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  run(...parameters: Parameters): { changes: number };
}

export interface SessionRow {
  key: number;
  id: string;
  agent: string;
  title: string | null;
  metadata: string | null;
  createdAt: number;
  updatedAt: number;
  entryCount: number;
  recordCount: number;
  epoch: number;
  searchableCount: number;
}

/** Where the next entry of a session goes. */
export interface LogEnd {
  key: number;
  entryCount: number;
}

export interface RecordRow {
  key: number;
  record: string;
}

const ofLastEntry = (column: string): string => `(
  SELECT ${column} FROM entries
  WHERE key BETWEEN sessions.key << 26 AND (sessions.key << 26) + 67108863
  ORDER BY key DESC LIMIT 1)`;

/** Appends leave the session's row alone: its last entry says how many there are, and since when. */
const sessionQuery = `
  SELECT key, id, agent, title, metadata, created_at AS createdAt,
    max(updated_at, coalesce(${ofLastEntry('appended_at')}, 0)) AS updatedAt,
    coalesce(${ofLastEntry('seq')} + 1, 0) AS entryCount,
    record_count AS recordCount, epoch, searchable_count AS searchableCount
  FROM sessions`;
const entryColumns = 'key, id, created_at AS createdAt, message, details';

/** Everything that the store asks of the database, prepared once. */
export function prepareStatements(database: Database) {
  const prepare = <Parameters extends unknown[], Row = unknown>(
    sql: string,
  ): PreparedStatement<Parameters, Row> =>
    database.prepare(sql) as PreparedStatement<Parameters, Row>;
  const inRange = (columns: string, table: string, direction: 'ASC' | 'DESC', where = '') =>
    `SELECT ${columns} FROM ${table} WHERE key BETWEEN ? AND ? ${where} ORDER BY key ${direction} LIMIT ?`;
  const ofType = 'AND session_key = ? AND type = ?';
  return {
    session: prepare<[id: string], SessionRow>(`${sessionQuery} WHERE id = ?`),
    sessions: prepare<[{ agent: string | null; before: number; limit: number }], SessionRow>(
      `SELECT * FROM (${sessionQuery})
       WHERE (@agent IS NULL OR agent = @agent) AND updatedAt < @before
       ORDER BY updatedAt DESC, key DESC LIMIT @limit`,
    ),
    insertSession: prepare<
      [
        id: string,
        agent: string,
        title: string | null,
        metadata: string | null,
        at: number,
        at2: number,
      ]
    >(
      `INSERT INTO sessions (id, agent, title, metadata, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ),
    updateSession: prepare<
      [title: string | null, metadata: string | null, at: number, key: number]
    >('UPDATE sessions SET title = ?, metadata = ?, updated_at = ? WHERE key = ?'),
    deleteSession: prepare<[key: number]>('DELETE FROM sessions WHERE key = ?'),

    logEnd: prepare<[sessionId: string], LogEnd>(
      `SELECT key, coalesce(${ofLastEntry('seq')} + 1, 0) AS entryCount FROM sessions WHERE id = ?`,
    ),
    entryById: prepare<[sessionKey: number, id: string], EntryRow>(
      `SELECT ${entryColumns} FROM entries WHERE session_key = ? AND id = ?`,
    ),
    insertEntry: prepare<
      [
        key: number,
        id: string,
        appendedAt: number,
        createdAt: string,
        message: string,
        details: string | null,
      ]
    >(
      `INSERT INTO entries (key, id, appended_at, created_at, message, details)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    entries: prepare<[from: number, to: number, limit: number], EntryRow>(
      inRange(entryColumns, 'entries', 'ASC'),
    ),
    entriesReverse: prepare<[from: number, to: number, limit: number], EntryRow>(
      inRange(entryColumns, 'entries', 'DESC'),
    ),
    deleteEntries: prepare<[from: number, to: number]>(
      'DELETE FROM entries WHERE key BETWEEN ? AND ?',
    ),

    insertRecord: prepare<[key: number, type: string, record: string]>(
      'INSERT INTO records (key, type, record) VALUES (?, ?, ?)',
    ),
    countRecords: prepare<[count: number, epoch: number, at: number, key: number]>(
      'UPDATE sessions SET record_count = ?, epoch = ?, updated_at = ? WHERE key = ?',
    ),
    records: prepare<[from: number, to: number, limit: number], RecordRow>(
      inRange('key, record', 'records', 'ASC'),
    ),
    recordsReverse: prepare<[from: number, to: number, limit: number], RecordRow>(
      inRange('key, record', 'records', 'DESC'),
    ),
    recordsOfType: prepare<[number, number, number, string, number], RecordRow>(
      inRange('key, record', 'records', 'ASC', ofType),
    ),
    recordsOfTypeReverse: prepare<[number, number, number, string, number], RecordRow>(
      inRange('key, record', 'records', 'DESC', ofType),
    ),
    deleteRecords: prepare<[from: number, to: number]>(
      'DELETE FROM records WHERE key BETWEEN ? AND ?',
    ),

    insertMedia: prepare<
      [sessionKey: number, sha256: string, mediaType: string, bytes: Uint8Array]
    >(
      'INSERT INTO media (session_key, sha256, media_type, bytes) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    media: prepare<[sessionKey: number, sha256: string], { bytes: Uint8Array }>(
      'SELECT bytes FROM media WHERE session_key = ? AND sha256 = ?',
    ),
    deleteMedia: prepare<[sessionKey: number]>('DELETE FROM media WHERE session_key = ?'),

    sessionByKey: prepare<[key: number], SessionRow>(`${sessionQuery} WHERE key = ?`),
    unindexedSessions: prepare<[{ sessionKey: number | null }], { key: number }>(
      `SELECT key FROM (${sessionQuery})
       WHERE searchableCount < entryCount AND (@sessionKey IS NULL OR key = @sessionKey)`,
    ),
    insertWords: prepare<[key: number, words: string]>(
      'INSERT INTO entry_search (rowid, words) VALUES (?, ?)',
    ),
    countSearchable: prepare<[count: number, key: number]>(
      'UPDATE sessions SET searchable_count = ? WHERE key = ?',
    ),
    search: prepare<
      [{ expression: string; from: number; to: number; throughSeq: number; limit: number }],
      { key: number; rank: number }
    >(
      `SELECT rowid AS key, rank FROM entry_search
       WHERE entry_search MATCH @expression AND rowid BETWEEN @from AND @to
         AND rowid & 67108863 <= @throughSeq
       ORDER BY rank, rowid & 67108863 DESC LIMIT @limit`,
    ),
  };
}

export type Statements = ReturnType<typeof prepareStatements>;
