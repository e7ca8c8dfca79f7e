import { CorruptRecordError } from '@everlong/core';

import type { SessionRow } from './statements.js';

const COUNTS = ['entryCount', 'epoch'] as const;
const TIMES = ['createdAt', 'updatedAt'] as const;

/** The table and row of a session, for errors. */
export function sessionPlace({ key, id }: SessionRow): string {
  return `table sessions, row ${key} (session ${id})`;
}

/**
 * The same row; throws `CorruptRecordError` naming the column that a damaged file has left with a
 * value that cannot be shown. SQLite takes any value in any column, and keeps no checksums. The
 * session's logs do not depend on it: they can be read, and the session deleted.
 */
export function checkSessionRow(row: SessionRow): SessionRow {
  const broken =
    (['id', 'agent'] as const).find((column) => typeof row[column] !== 'string') ??
    COUNTS.find((column) => !Number.isSafeInteger(row[column]) || row[column] < 0) ??
    TIMES.find((column) => Number.isNaN(new Date(row[column]).getTime()));
  if (broken === undefined) return row;
  throw new CorruptRecordError(sessionPlace(row), `${broken} is ${String(row[broken])}`);
}
