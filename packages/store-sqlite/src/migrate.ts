import { readFileSync } from 'node:fs';

import { UnsupportedFormatError } from '@everlong/core';
import type { Database } from 'better-sqlite3';

/** drizzle-kit writes this folder; the path holds from `src` and from `dist` alike. */
const folder = new URL('../drizzle/', import.meta.url);

interface Migration {
  /** When it was generated, in milliseconds: later ones have greater numbers. */
  when: number;
  tag: string;
}

/**
 * Brings the tables to this version's shape, in one transaction that waits for other processes.
 * Throws `UnsupportedFormatError` for a file of a newer version.
 */
export function migrate(database: Database, path: string): void {
  const migrations = readJournal();
  const newest = migrations.at(-1)?.when ?? 0;
  if (appliedUntil(database) === newest) return;
  const apply = database.transaction(() => {
    database.exec(
      'CREATE TABLE IF NOT EXISTS everlong_migrations (applied_when INTEGER PRIMARY KEY, tag TEXT NOT NULL)',
    );
    const applied = appliedUntil(database);
    if (applied > newest) {
      throw new UnsupportedFormatError(
        `${path} was written by a newer everlong: it has migration ${applied}, but this version ` +
          `knows none after ${newest}. Update everlong to open it.`,
      );
    }
    const insert = database.prepare('INSERT INTO everlong_migrations VALUES (?, ?)');
    for (const { when, tag } of migrations.filter((migration) => migration.when > applied)) {
      database.exec(readFileSync(new URL(`${tag}.sql`, folder), 'utf8'));
      insert.run(when, tag);
    }
  });
  apply.immediate();
}

let known: Migration[] | undefined;

/** Read once in a process: the package's files do not change. */
function readJournal(): Migration[] {
  known ??= (
    JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
      entries: Migration[];
    }
  ).entries;
  return known;
}

function appliedUntil(database: Database): number {
  const table = "SELECT 1 FROM sqlite_schema WHERE name = 'everlong_migrations'";
  if (database.prepare(table).get() === undefined) return 0;
  const row = database
    .prepare<[], { newest: number | null }>(
      'SELECT max(applied_when) AS newest FROM everlong_migrations',
    )
    .get();
  return row?.newest ?? 0;
}
