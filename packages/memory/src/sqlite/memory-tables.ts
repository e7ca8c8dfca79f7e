/**
 * Raised with every change of the tables or of the terms in them. In version 2 the keys of a fact
 * tell whether it holds; those of version 1 are read as well. In version 3 each text has the terms of
 * its language: those of earlier versions are made again.
 */
export const MEMORY_TABLES_VERSION = 3;

/**
 * Keys keep related rows together: a document's is its session's × 2²⁰ + position, a fact's its
 * scope's × 2³² + id. The word tables store only terms, each prefixed with its scope, so no query
 * can reach another scope.
 */
export const MEMORY_TABLES = `
CREATE TABLE scopes (
  key INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  revision INTEGER NOT NULL DEFAULT 0,
  next_fact INTEGER NOT NULL DEFAULT 1,
  sessions INTEGER NOT NULL DEFAULT 0,
  documents INTEGER NOT NULL DEFAULT 0,
  document_terms INTEGER NOT NULL DEFAULT 0,
  facts INTEGER NOT NULL DEFAULT 0,
  fact_terms INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE sessions (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  scope INTEGER NOT NULL,
  id TEXT NOT NULL,
  observed_through INTEGER NOT NULL DEFAULT -1,
  documents INTEGER NOT NULL DEFAULT 0,
  UNIQUE (scope, id)
);
CREATE TABLE documents (
  key INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  layer TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  start INTEGER NOT NULL,
  role TEXT NOT NULL,
  speaker TEXT NOT NULL,
  trust TEXT NOT NULL,
  date TEXT NOT NULL,
  text TEXT NOT NULL,
  terms TEXT NOT NULL,
  is_pending INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX documents_by_date ON documents (scope, date);
CREATE INDEX pending_documents ON documents (scope) WHERE is_pending = 1;
CREATE TABLE vectors (
  key INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  model TEXT NOT NULL,
  vector BLOB NOT NULL
);
CREATE INDEX vectors_by_scope ON vectors (scope, model);
CREATE TABLE speakers (
  scope INTEGER NOT NULL,
  name TEXT NOT NULL,
  documents INTEGER NOT NULL,
  PRIMARY KEY (scope, name)
) WITHOUT ROWID;
CREATE TABLE facts (
  key INTEGER PRIMARY KEY,
  is_past INTEGER NOT NULL,
  terms TEXT NOT NULL,
  fact TEXT NOT NULL
);
CREATE TABLE fact_keys (
  scope INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  fact INTEGER NOT NULL,
  PRIMARY KEY (scope, hash, fact)
) WITHOUT ROWID;
CREATE TABLE aliases (
  scope INTEGER NOT NULL,
  alias TEXT NOT NULL,
  entity TEXT NOT NULL,
  PRIMARY KEY (scope, alias)
) WITHOUT ROWID;
CREATE TABLE hashes (
  scope INTEGER NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (scope, hash)
) WITHOUT ROWID;
${['document_words', 'fact_words', 'past_fact_words'].map(wordTable).join('\n')}
`;

/**
 * The tokenizer only splits at spaces: terms are analysed before. `secure-delete` removes deleted
 * words from the index itself, not only from its answers. Merging segments by eight instead of four
 * makes single writes faster, and queries hardly slower.
 */
function wordTable(name: string): string {
  return `
CREATE VIRTUAL TABLE ${name} USING fts5 (words, content = '', tokenize = "ascii tokenchars '_'");
INSERT INTO ${name} (${name}, rank) VALUES ('secure-delete', 1);
INSERT INTO ${name} (${name}, rank) VALUES ('automerge', 8);
CREATE VIRTUAL TABLE ${name}_vocabulary USING fts5vocab (${name}, row);`;
}
