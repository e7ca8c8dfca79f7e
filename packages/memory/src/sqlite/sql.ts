import type { Database, Statement } from 'better-sqlite3';

/** A condition of a selection, and its values. */
export type Condition = [condition: string, ...values: unknown[]];

/** Runs SQL on a database; prepares each text once. */
export function createSql(database: Database) {
  const statements = new Map<string, Statement>();

  function prepared(sql: string): Statement {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  return {
    /** Returns how many rows it changed. */
    run: (sql: string, ...values: unknown[]): number => prepared(sql).run(...values).changes,
    rows: (sql: string, ...values: unknown[]): unknown[] => prepared(sql).all(...values),
    /** The first column of each row. */
    column: (sql: string, ...values: unknown[]): unknown[] =>
      prepared(sql)
        .pluck()
        .all(...values),
    /** The rows for which all conditions hold. */
    where(select: string, conditions: readonly Condition[], order: string, limit = -1): unknown[] {
      const where = conditions.map(([condition]) => condition).join(' AND ');
      const values = conditions.flatMap(([, ...each]) => each);
      return prepared(`${select} WHERE ${where} ORDER BY ${order} LIMIT ?`).all(...values, limit);
    },
  };
}

export type Sql = ReturnType<typeof createSql>;

/** The condition that a column has one of some values, which are given as JSON. */
export function isListed(column: string): string {
  return `${column} IN (SELECT value FROM json_each(?))`;
}
