import { isListed, type Sql } from './sql.js';

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
 * A full-text index over analysed terms: which rows contain which.
 *
 * @param name of the FTS5 table
 * @param content the table of the rows, which has their keys and terms
 */
export function createWordTable(sql: Sql, name: string, content: string) {
  const counts = `${name}Counts`;

  /** How many rows contain each of the terms. */
  function rowsWith(scope: string, terms: readonly string[]): Map<string, number> {
    const words = terms.filter((term) => searchable.test(term)).map((term) => `${scope}_${term}`);
    const select = `SELECT term, held FROM ${counts} WHERE ${isListed('term')}`;
    const rows = sql.rows(select, JSON.stringify(words)) as { term: string; held: number }[];
    const held = new Map(rows.map((row) => [row.term, row.held]));
    return new Map(terms.map((term) => [term, held.get(`${scope}_${term}`) ?? 0]));
  }

  return {
    rowsWith,
    add(row: number, scope: string, terms: readonly string[]): void {
      const words = terms.map((term) => `${scope}_${term}`);
      sql.run(`INSERT INTO ${name} (rowid, words) VALUES (?, ?)`, row, words.join(' '));
      const count = `INSERT INTO ${counts} (term, held)
        SELECT DISTINCT value, 1 FROM json_each(?) WHERE true
        ON CONFLICT DO UPDATE SET held = held + 1`;
      sql.run(count, JSON.stringify(words));
    },
    /** Takes the same terms that the row was added with. */
    remove(row: number, scope: string, terms: readonly string[]): void {
      const words = terms.map((term) => `${scope}_${term}`);
      const remove = `INSERT INTO ${name} (${name}, rowid, words) VALUES ('delete', ?, ?)`;
      sql.run(remove, row, words.join(' '));
      const all = JSON.stringify(words);
      sql.run(`UPDATE ${counts} SET held = held - 1 WHERE ${isListed('term')}`, all);
      sql.run(`DELETE FROM ${counts} WHERE held = 0 AND ${isListed('term')}`, all);
    },
    /** Rows with any of the terms, those with more and rarer ones first, then the newest. */
    find<Row extends { key: number }>(
      scope: string,
      terms: readonly string[],
      limit: number,
      rowsAt: (keys: readonly number[]) => Row[],
    ): Row[] {
      const keys = bestRows(sql, { name, content, scope }, rowsWith(scope, terms), limit);
      const rows = new Map(rowsAt(keys).map((row) => [row.key, row]));
      return keys.flatMap((key) => rows.get(key) ?? []);
    },
  };
}

function bestRows(
  sql: Sql,
  { name, content, scope }: { name: string; content: string; scope: string },
  rowsWith: ReadonlyMap<string, number>,
  limit: number,
): number[] {
  const rarest = [...rowsWith]
    .map(([term, rows]) => ({ term, rows }))
    .filter(({ rows }) => rows > 0)
    .toSorted((left, right) => left.rows - right.rows);
  const most = rarest.at(-1)?.rows ?? 0;
  const scores = new Map<number, number>();
  const add = (row: number, rows: number): void =>
    void scores.set(row, (scores.get(row) ?? 0) + 1 + Math.log(most / rows));
  let read = 0;
  const searched = rarest.filter(({ rows }, at) => (read += rows) <= MAX_ROWS || at === 0);
  const rowsOf = `SELECT rowid FROM ${name} WHERE ${name} MATCH ?`;
  for (const { term, rows } of searched) {
    for (const row of sql.column(rowsOf, `"${scope}_${term}"`)) add(row as number, rows);
  }
  const common = rarest.slice(searched.length);
  const compared = common.length === 0 ? [] : greatest(scores, MAX_COMPARED);
  const termsOf = `SELECT key, terms FROM ${content} WHERE ${isListed('key')}`;
  const owned = sql.rows(termsOf, JSON.stringify(compared)) as { key: number; terms: string }[];
  for (const { key, terms: own } of owned) {
    const padded = ` ${own} `;
    for (const { term, rows } of common) if (padded.includes(` ${term} `)) add(key, rows);
  }
  return greatest(scores, limit);
}

/** The newest first among equals. */
function greatest(scores: ReadonlyMap<number, number>, limit: number): number[] {
  return [...scores]
    .toSorted(([one, left], [other, right]) => right - left || other - one)
    .slice(0, limit)
    .map(([row]) => row);
}
