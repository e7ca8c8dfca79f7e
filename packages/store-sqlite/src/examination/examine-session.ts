import { createHash } from 'node:crypto';

import { CorruptRecordError, type StoredRecord } from '@everlong/core';
import { checkStoredRecord, decodePlaced, epochAfter } from '@everlong/core/store-kit';
import type { Database } from 'better-sqlite3';

import { type EntryRow, toStoredEntry } from '../database/entry-row.js';
import { rowKey, seqOf } from '../database/row-key.js';
import type { RecordRow, SessionRow } from '../database/statements.js';
import type { Fault } from './fault.js';

type MediaRow = { sha256: string; bytes: Uint8Array };

const PAGE_ROWS = 200;

/** Examines the rows of a session. */
export function* examineSession(database: Database, session: SessionRow): Generator<Fault> {
  const { key, metadata } = session;
  const named = new Set<string>();
  const name = (text: string | null): void => {
    for (const [hash] of (text ?? '').matchAll(/[0-9a-f]{64}/g)) named.add(hash);
  };
  name(metadata);
  const media = database.prepare<[number, string], MediaRow>(
    'SELECT sha256, bytes FROM media WHERE session_key = ? AND sha256 = ?',
  );
  const bytesOf = (sha256: string): Uint8Array => {
    const row = media.get(key, sha256);
    if (row === undefined) throw new Error(`the bytes ${sha256} are missing`);
    return row.bytes;
  };
  const entryRows = pagesOf<EntryRow>(
    database,
    'key, id, created_at AS createdAt, message, details FROM entries',
  );
  yield* examineRows({ session, table: 'entries', page: entryRows }, (row) => {
    name(row.message);
    name(row.details);
    toStoredEntry(row, session.id, bytesOf);
  });
  let epoch = 0;
  let recordCount = 0;
  const recordRows = pagesOf<RecordRow>(database, 'key, record FROM records');
  const records = { session, table: 'records', page: recordRows };
  const isWhole = yield* examineRows(records, ({ record }) => {
    name(record);
    recordCount++;
    const stored: StoredRecord = decodePlaced(record, 'records', undefined, checkStoredRecord);
    epoch = epochAfter(stored, epoch);
  });
  if (isWhole) yield* countFaults(session, { recordCount, epoch });
  yield* mediaFaults(database, key, named);
}

interface Rows<Row> {
  session: SessionRow;
  table: string;
  page(first: number, last: number): Row[];
}

function pagesOf<Row>(database: Database, columns: string): Rows<Row>['page'] {
  const page = database.prepare<[number, number, number], Row>(
    `SELECT ${columns} WHERE key BETWEEN ? AND ? ORDER BY key LIMIT ?`,
  );
  return (first, last) => page.all(first, last, PAGE_ROWS);
}

/** Looks at each row of a log, in order; returns whether all are there and can be read. */
function* examineRows<Row extends { key: number }>(
  { session: { key, id }, table, page }: Rows<Row>,
  read: (row: Row) => void,
): Generator<Fault, boolean> {
  let isWhole = true;
  let expected = 0;
  for (;;) {
    const rows = page(rowKey(key, expected), rowKey(key + 1, -1));
    for (const row of rows) {
      const seq = seqOf(row.key);
      if (seq !== expected) {
        const items = seq - 1 === expected ? `${expected}` : `${expected} to ${seq - 1}`;
        const place = `table ${table} (session ${id})`;
        yield { kind: 'damaged', place, detail: `item ${items}: no such row` };
        isWhole = false;
      }
      const detail = problemOf(() => read(row));
      if (detail !== undefined) {
        const place = `table ${table}, row ${row.key}`;
        yield { kind: 'damaged', place, detail: `item ${seq}: ${detail}` };
        isWhole = false;
      }
      expected = seq + 1;
    }
    if (rows.length < PAGE_ROWS) return isWhole;
  }
}

function problemOf(read: () => void): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { message } = error;
    return CorruptRecordError.isInstance(error)
      ? message.slice(`${error.place}: `.length)
      : message;
  }
}

function* countFaults(
  { key, id, recordCount: statedCount, epoch: statedEpoch }: SessionRow,
  { recordCount, epoch }: { recordCount: number; epoch: number },
): Generator<Fault> {
  if (statedCount === recordCount && statedEpoch === epoch) return;
  yield {
    kind: 'count',
    place: `table sessions, row ${key} (session ${id})`,
    detail: `${recordCount} records and epoch ${epoch}, not ${statedCount} and ${statedEpoch}`,
    repair: `UPDATE sessions SET record_count = ${recordCount}, epoch = ${epoch} WHERE key = ${key}`,
  };
}

function* mediaFaults(
  database: Database,
  key: number,
  named: ReadonlySet<string>,
): Generator<Fault> {
  const hashes = database
    .prepare<[number], { sha256: string }>('SELECT sha256 FROM media WHERE session_key = ?')
    .all(key);
  const media = database.prepare<[number, string], MediaRow>(
    'SELECT sha256, bytes FROM media WHERE session_key = ? AND sha256 = ?',
  );
  for (const { sha256 } of hashes) {
    const place = `table media (${sha256})`;
    if (!named.has(sha256)) {
      const repair = `DELETE FROM media WHERE session_key = ${key} AND sha256 = ${quote(sha256)}`;
      yield { kind: 'orphan', place, detail: 'no message names it', repair };
      continue;
    }
    const bytes = media.get(key, sha256)?.bytes ?? new Uint8Array();
    if (createHash('sha256').update(bytes).digest('hex') === sha256) continue;
    yield { kind: 'checksum', place, detail: 'its bytes are not those of its name' };
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
