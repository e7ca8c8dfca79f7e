import type { Database } from 'better-sqlite3';

import { EMPTY_SEARCH } from './examine-file.js';
import type { Fault } from './fault.js';

/** Rows of sessions that are gone, and a search index that does not fit the entries. */
export function* examineRest(database: Database): Generator<Fault> {
  for (const table of ['entries', 'records', 'media']) {
    const lost = `session_key NOT IN (SELECT key FROM sessions)`;
    const count = countOf(database, `SELECT count(*) AS count FROM ${table} WHERE ${lost}`);
    if (count === 0) continue;
    const detail = `${count} rows of sessions that are gone`;
    yield { kind: 'orphan', place: `table ${table}`, detail };
  }
  const indexed = countOf(database, 'SELECT count(*) AS count FROM entry_search_docsize');
  const stated = countOf(database, 'SELECT total(searchable_count) AS count FROM sessions');
  const beyond = countOf(
    database,
    `SELECT count(*) AS count FROM sessions WHERE searchable_count > (
       SELECT coalesce(max(seq) + 1, 0) FROM entries WHERE key BETWEEN sessions.key << 26
         AND (sessions.key << 26) + 67108863)`,
  );
  if (indexed === stated && beyond === 0) return;
  yield {
    kind: 'index',
    place: 'table entry_search',
    detail: `it holds ${indexed} entries, and ${stated} are stated`,
    repair: EMPTY_SEARCH,
  };
}

function countOf(database: Database, sql: string): number {
  return database.prepare<[], { count: number }>(sql).get()?.count ?? 0;
}
