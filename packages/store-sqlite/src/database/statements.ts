import type { Database } from 'better-sqlite3';

import type { EntryRow } from './entry-row.js';

/** The part of a prepared statement that the store uses. */
interface PreparedStatement<Parameters extends unknown[], Row> {
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

/** The place of a session's next entry. */
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

/**
 * Appends do not change the session's row: its last entry gives the number of entries and the time.
 */
const sessionQuery = `
  SELECT key, id, agent, title, metadata, created_at AS createdAt,
    max(updated_at, coalesce(${ofLastEntry('appended_at')}, 0)) AS updatedAt,
    coalesce(${ofLastEntry('seq')} + 1, 0) AS entryCount,
    record_count AS recordCount, epoch, searchable_count AS searchableCount
  FROM sessions`;
const entryColumns = 'key, id, created_at AS createdAt, message, details';

/** Which sessions of a tenant to list. */
export interface SessionFilter {
  tenant: string;
  agent: string | null;
  limit: number;
}

const ofTenant = 'tenant = @tenant AND (@agent IS NULL OR agent = @agent)';

/** SQL that tells whether a rewind withdrew the entry whose words a row of the index holds. */
const isWithdrawn = `EXISTS (
  SELECT 1 FROM records
  WHERE session_key = entry_search.rowid >> 26 AND type = 'rewind'
    AND entry_search.rowid & 67108863
      BETWEEN json_extract(record, '$.fromSeq') AND json_extract(record, '$.throughSeq'))`;

const inRange = (columns: string, table: string, direction: 'ASC' | 'DESC', where = '') =>
  `SELECT ${columns} FROM ${table} WHERE key BETWEEN ? AND ? ${where} ORDER BY key ${direction} LIMIT ?`;
const ofType = 'AND session_key = ? AND type = ?';

/** The SQL of a statement, with the types of what it takes and gives. */
interface Query<Parameters extends unknown[], Row> {
  readonly sql: string;
  /** Never there: it only carries the types. */
  readonly typed?: PreparedStatement<Parameters, Row>;
}

const query = <Parameters extends unknown[], Row = unknown>(
  sql: string,
): Query<Parameters, Row> => ({ sql });

/** Everything that the store asks of the database. */
const queries = {
  session: query<[tenant: string, id: string], SessionRow>(
    `${sessionQuery} WHERE tenant = ? AND id = ?`,
  ),
  sessions: query<[SessionFilter & { before: number }], SessionRow>(
    `SELECT * FROM (${sessionQuery} WHERE ${ofTenant})
       WHERE updatedAt < @before ORDER BY updatedAt DESC, key DESC LIMIT @limit`,
  ),
  sessionsByKey: query<[SessionFilter & { above: number }], SessionRow>(
    `${sessionQuery} WHERE ${ofTenant} AND key > @above ORDER BY key LIMIT @limit`,
  ),
  sessionsByKeyReverse: query<[SessionFilter & { below: number }], SessionRow>(
    `${sessionQuery} WHERE ${ofTenant} AND key < @below ORDER BY key DESC LIMIT @limit`,
  ),
  insertSession: query<
    [
      tenant: string,
      id: string,
      agent: string,
      title: string | null,
      metadata: string | null,
      at: number,
      at2: number,
    ]
  >(
    `INSERT INTO sessions (tenant, id, agent, title, metadata, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  ),
  updateSession: query<[title: string | null, metadata: string | null, at: number, key: number]>(
    'UPDATE sessions SET title = ?, metadata = ?, updated_at = ? WHERE key = ?',
  ),
  deleteSession: query<[key: number]>('DELETE FROM sessions WHERE key = ?'),

  logEnd: query<[tenant: string, sessionId: string], LogEnd>(
    `SELECT key, coalesce(${ofLastEntry('seq')} + 1, 0) AS entryCount FROM sessions
       WHERE tenant = ? AND id = ?`,
  ),
  entryById: query<[sessionKey: number, id: string], EntryRow>(
    `SELECT ${entryColumns} FROM entries WHERE session_key = ? AND id = ?`,
  ),
  insertEntry: query<
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
  entries: query<[from: number, to: number, limit: number], EntryRow>(
    inRange(entryColumns, 'entries', 'ASC'),
  ),
  entriesReverse: query<[from: number, to: number, limit: number], EntryRow>(
    inRange(entryColumns, 'entries', 'DESC'),
  ),
  deleteEntries: query<[from: number, to: number]>('DELETE FROM entries WHERE key BETWEEN ? AND ?'),

  insertRecord: query<[key: number, type: string, record: string]>(
    'INSERT INTO records (key, type, record) VALUES (?, ?, ?)',
  ),
  countRecords: query<[count: number, epoch: number, at: number, key: number]>(
    'UPDATE sessions SET record_count = ?, epoch = ?, updated_at = ? WHERE key = ?',
  ),
  records: query<[from: number, to: number, limit: number], RecordRow>(
    inRange('key, record', 'records', 'ASC'),
  ),
  recordsReverse: query<[from: number, to: number, limit: number], RecordRow>(
    inRange('key, record', 'records', 'DESC'),
  ),
  recordsOfType: query<[number, number, number, string, number], RecordRow>(
    inRange('key, record', 'records', 'ASC', ofType),
  ),
  recordsOfTypeReverse: query<[number, number, number, string, number], RecordRow>(
    inRange('key, record', 'records', 'DESC', ofType),
  ),
  deleteRecords: query<[from: number, to: number]>('DELETE FROM records WHERE key BETWEEN ? AND ?'),

  insertMedia: query<[sessionKey: number, sha256: string, mediaType: string, bytes: Uint8Array]>(
    'INSERT INTO media (session_key, sha256, media_type, bytes) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  ),
  media: query<[sessionKey: number, sha256: string], { bytes: Uint8Array }>(
    'SELECT bytes FROM media WHERE session_key = ? AND sha256 = ?',
  ),
  deleteMedia: query<[sessionKey: number]>('DELETE FROM media WHERE session_key = ?'),

  sessionByKey: query<[key: number], SessionRow>(`${sessionQuery} WHERE key = ?`),
  unindexedSessions: query<[{ tenant: string; sessionKey: number | null }], { key: number }>(
    `SELECT key FROM (${sessionQuery} WHERE tenant = @tenant)
       WHERE searchableCount < entryCount AND (@sessionKey IS NULL OR key = @sessionKey)`,
  ),
  insertWords: query<[key: number, words: string]>(
    'INSERT INTO entry_search (rowid, words) VALUES (?, ?)',
  ),
  mergeWords: query<[pages: number]>(
    "INSERT INTO entry_search (entry_search, rank) VALUES ('merge', ?)",
  ),
  totalChanges: query<[], { changes: number }>('SELECT total_changes() AS changes'),
  sessionKeys: query<[tenant: string, ids: string], { keys: string }>(
    `SELECT json_group_array(key) AS keys FROM sessions
       WHERE tenant = ? AND id IN (SELECT value FROM json_each(?))`,
  ),
  countMatches: query<[expression: string, most: number], { count: number }>(
    `SELECT count(*) AS count
       FROM (SELECT 1 FROM entry_search WHERE entry_search MATCH ? LIMIT ?)`,
  ),
  newestMatch: query<[expression: string, place: number], { key: number }>(
    `SELECT rowid AS key FROM entry_search WHERE entry_search MATCH ?
       ORDER BY rowid DESC LIMIT 1 OFFSET ?`,
  ),
  countSearchable: query<[count: number, key: number]>(
    'UPDATE sessions SET searchable_count = ? WHERE key = ?',
  ),
  search: query<
    [
      {
        tenant: string;
        expression: string;
        from: number;
        to: number;
        /** Keys of sessions, as JSON. */
        sessionKeys: string | null;
        throughSeq: number;
        withdrawn: number;
        limit: number;
      },
    ],
    { key: number; rank: number }
  >(
    `SELECT rowid AS key, rank FROM entry_search
       WHERE entry_search MATCH @expression AND rowid BETWEEN @from AND @to
         AND (@sessionKeys IS NULL OR rowid >> 26 IN (SELECT value FROM json_each(@sessionKeys)))
         AND rowid & 67108863 <= @throughSeq
         AND (SELECT tenant FROM sessions WHERE key = entry_search.rowid >> 26) = @tenant
         AND (@withdrawn OR NOT ${isWithdrawn})
       ORDER BY rank, rowid & 67108863 DESC LIMIT @limit`,
  ),
};

/** Each statement is prepared when it is first used: a reader needs only a few of them. */
export type Statements = {
  readonly [Name in keyof typeof queries]: NonNullable<(typeof queries)[Name]['typed']>;
};

/**
 * The statements of an open database. The first use of one throws what `explain` makes of SQLite's
 * error, where the tables are not what they should be.
 */
export function prepareStatements(
  database: Database,
  explain: (error: unknown) => unknown,
): Statements {
  return Object.create(unprepared, {
    database: { value: database },
    explain: { value: explain },
  }) as Statements;
}

interface OpenStatements {
  readonly database: Database;
  readonly explain: (error: unknown) => unknown;
}

/** Made once: a getter for each statement, which its first use replaces by the statement. */
const unprepared = Object.defineProperties(
  {},
  Object.fromEntries(
    Object.entries(queries).map(([name, { sql }]) => [
      name,
      {
        get(this: OpenStatements) {
          const value = prepare(this, sql);
          Object.defineProperty(this, name, { value });
          return value;
        },
      },
    ]),
  ),
);

function prepare({ database, explain }: OpenStatements, sql: string): unknown {
  try {
    return database.prepare(sql);
  } catch (error) {
    throw explain(error);
  }
}
