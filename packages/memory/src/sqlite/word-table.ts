import type { Database } from 'better-sqlite3';

/** A full-text index over analysed terms: which rows contain which. */
export interface WordTable {
  add(row: number, scope: string, terms: readonly string[]): void;
  /** Takes the same terms that the row was added with. */
  remove(row: number, scope: string, terms: readonly string[]): void;
  /** Rows with any of the terms, those with more and rarer ones first, then the newest. */
  find(scope: string, terms: readonly string[], limit: number): number[];
  /** How many rows contain each of the terms. */
  rowsWith(scope: string, terms: readonly string[]): Map<string, number>;
}

/** Anything else could be an operator of FTS5's query language. */
const searchable = /^[\p{L}\p{N}\p{M}]+$/u;

/**
 * Rows that are ranked for one query, unless its rarest term has more: what holds only more common
 * terms comes after what holds rarer ones. Reading every row of a common term takes most of the
 * time of a search in a large scope.
 */
const MAX_ROWS = 3000;

/** Of those rows the best are compared by the more common terms as well. */
const MAX_COMPARED = 400;

/**
 * @param name of the FTS5 table
 * @param content the table of the rows, which has their keys and terms
 */
export function createWordTable(database: Database, name: string, content: string): WordTable {
  const statements = prepareStatements(database, name, content);
  function rowsWith(scope: string, terms: readonly string[]): Map<string, number> {
    const words = terms.filter((term) => searchable.test(term)).map((term) => `${scope}_${term}`);
    const held = new Map(statements.held.all(JSON.stringify(words)));
    return new Map(terms.map((term) => [term, held.get(`${scope}_${term}`) ?? 0]));
  }

  return {
    rowsWith,
    add(row, scope, terms) {
      const words = terms.map((term) => `${scope}_${term}`);
      statements.insert.run(row, words.join(' '));
      statements.count.run(JSON.stringify(words));
    },
    remove(row, scope, terms) {
      const words = terms.map((term) => `${scope}_${term}`);
      statements.remove.run(row, words.join(' '));
      statements.discount.run(JSON.stringify(words));
      statements.forget.run(JSON.stringify(words));
    },
    find(scope, terms, limit) {
      const rarest = [...rowsWith(scope, terms)]
        .map(([term, rows]) => ({ term, rows }))
        .filter(({ rows }) => rows > 0)
        .toSorted((left, right) => left.rows - right.rows);
      const most = rarest.at(-1)?.rows ?? 0;
      const scores = new Map<number, number>();
      const add = (row: number, rows: number): void =>
        void scores.set(row, (scores.get(row) ?? 0) + 1 + Math.log(most / rows));
      let read = 0;
      const searched = rarest.filter(({ rows }, at) => (read += rows) <= MAX_ROWS || at === 0);
      for (const { term, rows } of searched) {
        for (const row of statements.rowsOf.all(`"${scope}_${term}"`)) add(row, rows);
      }
      const common = rarest.slice(searched.length);
      const compared = common.length === 0 ? [] : best(scores, MAX_COMPARED);
      for (const { key, terms: own } of statements.termsOf.all(JSON.stringify(compared))) {
        const padded = ` ${own} `;
        for (const { term, rows } of common) if (padded.includes(` ${term} `)) add(key, rows);
      }
      return best(scores, limit);
    },
  };
}

/** The newest first among equals. */
function best(scores: ReadonlyMap<number, number>, limit: number): number[] {
  return [...scores]
    .toSorted(([one, left], [other, right]) => right - left || other - one)
    .slice(0, limit)
    .map(([row]) => row);
}

function prepareStatements(database: Database, name: string, content: string) {
  const isListed = 'IN (SELECT value FROM json_each(?))';
  return {
    insert: database.prepare<[number, string]>(`INSERT INTO ${name} (rowid, words) VALUES (?, ?)`),
    remove: database.prepare<[number, string]>(
      `INSERT INTO ${name} (${name}, rowid, words) VALUES ('delete', ?, ?)`,
    ),
    rowsOf: database
      .prepare<[string], number>(`SELECT rowid FROM ${name} WHERE ${name} MATCH ?`)
      .pluck(),
    termsOf: database.prepare<[string], { key: number; terms: string }>(
      `SELECT key, terms FROM ${content} WHERE key ${isListed}`,
    ),
    count: database.prepare<[string]>(
      `INSERT INTO ${name}Counts (term, held) SELECT DISTINCT value, 1 FROM json_each(?) WHERE true
       ON CONFLICT DO UPDATE SET held = held + 1`,
    ),
    discount: database.prepare<[string]>(
      `UPDATE ${name}Counts SET held = held - 1 WHERE term ${isListed}`,
    ),
    forget: database.prepare<[string]>(
      `DELETE FROM ${name}Counts WHERE held = 0 AND term ${isListed}`,
    ),
    held: database
      .prepare<[string], [string, number]>(
        `SELECT term, held FROM ${name}Counts WHERE term ${isListed}`,
      )
      .raw(),
  };
}
