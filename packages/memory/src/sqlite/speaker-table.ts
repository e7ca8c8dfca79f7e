import type { Database } from 'better-sqlite3';

/** Who speaks in the documents of all scopes; `scope` is a scope's key. */
export interface SpeakerTable {
  /** Counts one more document of a speaker. */
  add(scope: number, name: string): void;
  /** Counts one document less; a speaker without any is removed. */
  remove(scope: number, name: string): void;
  all(scope: number): string[];
}

export function createSpeakerTable(database: Database): SpeakerTable {
  const count = database.prepare<[number, string, number]>(
    `INSERT INTO speakers (scope, name, documents) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET documents = documents + excluded.documents`,
  );
  const removeUncounted = database.prepare<[number, string]>(
    'DELETE FROM speakers WHERE scope = ? AND name = ? AND documents <= 0',
  );
  const names = database
    .prepare<[number], string>('SELECT name FROM speakers WHERE scope = ? ORDER BY name')
    .pluck();
  return {
    add: (scope, name) => void count.run(scope, name, 1),
    remove(scope, name) {
      count.run(scope, name, -1);
      removeUncounted.run(scope, name);
    },
    all: (scope) => names.all(scope),
  };
}
