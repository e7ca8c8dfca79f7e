import type { Database } from 'better-sqlite3';

/** A full-text index over analysed terms: which rows contain which. */
export interface WordTable {
  add(row: number, scope: number, terms: readonly string[]): void;
  /** Takes the same terms that the row was added with. */
  remove(row: number, scope: number, terms: readonly string[]): void;
  /** Rows with any of the terms, best first by BM25. */
  find(scope: number, terms: readonly string[], limit: number): number[];
  /** How many rows contain the term. */
  rowsWith(scope: number, term: string): number;
}

/** Anything else could be an operator of FTS5's query language. */
const term = /^[\p{L}\p{N}\p{M}]+$/u;

export function createWordTable(database: Database, name: string): WordTable {
  const insert = database.prepare<[number, string]>(
    `INSERT INTO ${name} (rowid, words) VALUES (?, ?)`,
  );
  const remove = database.prepare<[number, string]>(
    `INSERT INTO ${name} (${name}, rowid, words) VALUES ('delete', ?, ?)`,
  );
  const find = database
    .prepare<[string, number], number>(
      `SELECT rowid FROM ${name} WHERE ${name} MATCH ? ORDER BY rank LIMIT ?`,
    )
    .pluck();
  const count = database
    .prepare<[string], number>(`SELECT doc FROM ${name}_vocabulary WHERE term = ?`)
    .pluck();

  return {
    add(row, scope, terms) {
      insert.run(row, wordsOf(scope, terms));
    },
    remove(row, scope, terms) {
      remove.run(row, wordsOf(scope, terms));
    },
    find(scope, terms, limit) {
      const expression = terms
        .filter((each) => term.test(each))
        .map((each) => `"${prefixOf(scope)}${each}"`)
        .join(' OR ');
      return expression === '' ? [] : find.all(expression, limit);
    },
    rowsWith(scope, each) {
      return term.test(each) ? (count.get(`${prefixOf(scope)}${each}`) ?? 0) : 0;
    },
  };
}

function prefixOf(scope: number): string {
  return `${scope.toString(36)}_`;
}

function wordsOf(scope: number, terms: readonly string[]): string {
  const prefix = prefixOf(scope);
  return terms.length === 0 ? '' : prefix + terms.join(` ${prefix}`);
}
