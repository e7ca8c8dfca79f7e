import type { Database } from 'better-sqlite3';

import { createAnalyzer } from '../text/analyzer.js';
import { termsOf } from './document-row.js';
import { decodeFact, type FactRow } from './fact-row.js';
import { createWordTable } from './word-table.js';

interface TextRow {
  key: number;
  scope: number;
  text: string;
}

/** Analyses every text again, within a transaction: earlier versions made other terms of words. */
export function reindex(database: Database): void {
  const analyzer = createAnalyzer();
  const wordTables = ['document_words', 'fact_words', 'past_fact_words'] as const;
  for (const name of wordTables) {
    database.exec(`INSERT INTO ${name} (${name}) VALUES ('delete-all')`);
  }
  const [documents, facts, past] = wordTables.map((name) => createWordTable(database, name));
  const putDocument = database.prepare('UPDATE documents SET terms = ? WHERE key = ?');
  for (const { key, scope, text } of database
    .prepare<[], TextRow>("SELECT key, scope, text FROM documents WHERE text <> ''")
    .all()) {
    const terms = analyzer.terms(text);
    putDocument.run(terms.join(' '), key);
    documents?.add(key, scope, terms);
  }
  const putFact = database.prepare('UPDATE facts SET terms = ? WHERE key = ?');
  for (const row of database
    .prepare<[], FactRow>('SELECT key, is_past, terms, fact FROM facts')
    .all()) {
    // What questions say of it stands in its terms alone.
    const terms = [...new Set([...analyzer.terms(decodeFact(row).text), ...termsOf(row)])];
    putFact.run(terms.join(' '), row.key);
    (row.is_past === 1 ? past : facts)?.add(row.key, Math.floor(row.key / 2 ** 32), terms);
  }
  const countOf = (table: string, scope: string): string =>
    `(SELECT coalesce(sum(CASE terms WHEN '' THEN 0 ELSE length(terms) - length(replace(terms, ' ', '')) + 1 END), 0) FROM ${table} WHERE ${scope} = scopes.key)`;
  database.exec(
    `UPDATE scopes SET document_terms = ${countOf('documents', 'scope')}, fact_terms = ${countOf('facts', 'facts.key / 4294967296')}`,
  );
}
