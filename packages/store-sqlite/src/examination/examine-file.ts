import type { Database } from 'better-sqlite3';

import type { Fault } from './fault.js';

/** Faults that SQLite finds in the file itself: its indexes can be made again, its rows cannot. */
export function* examineFile(database: Database, place: string): Generator<Fault> {
  const said = database
    .prepare<[], { integrity_check: string }>('PRAGMA integrity_check(20)')
    .all()
    .map((row) => row.integrity_check)
    .filter((text) => text !== 'ok');
  const ofSearch = said.filter((text) => text.includes('entry_search'));
  const ofIndexes = said.filter((text) => /\bindex\b/.test(text) && !ofSearch.includes(text));
  const [inSearch] = ofSearch;
  if (inSearch !== undefined) {
    yield { kind: 'index', place: 'table entry_search', detail: inSearch, repair: EMPTY_SEARCH };
  }
  const [inIndex] = ofIndexes;
  if (inIndex !== undefined) yield { kind: 'index', place, detail: inIndex, repair: 'REINDEX' };
  for (const detail of said) {
    if (ofSearch.includes(detail) || ofIndexes.includes(detail)) continue;
    yield { kind: 'damaged', place, detail };
  }
}

/** The next search fills it again. */
export const EMPTY_SEARCH = `
  INSERT INTO entry_search (entry_search) VALUES ('delete-all');
  UPDATE sessions SET searchable_count = 0;`;
