/** Raised with every change of the tables or of the terms in them. */
export const MEMORY_TABLES_VERSION = 4;

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
  nextFact INTEGER NOT NULL DEFAULT 1,
  sessions INTEGER NOT NULL DEFAULT 0,
  documents INTEGER NOT NULL DEFAULT 0,
  documentTerms INTEGER NOT NULL DEFAULT 0,
  facts INTEGER NOT NULL DEFAULT 0,
  factTerms INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE sessions (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  scope INTEGER NOT NULL,
  id TEXT NOT NULL,
  observedThroughSeq INTEGER NOT NULL DEFAULT -1,
  documents INTEGER NOT NULL DEFAULT 0,
  UNIQUE (scope, id)
);
CREATE TABLE documents (
  key INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  layer TEXT NOT NULL,
  entryId TEXT NOT NULL,
  seq INTEGER NOT NULL,
  "offset" INTEGER NOT NULL,
  role TEXT NOT NULL,
  speaker TEXT NOT NULL,
  trust TEXT NOT NULL,
  date TEXT NOT NULL,
  text TEXT NOT NULL,
  terms TEXT NOT NULL,
  isPending INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX documentsByDate ON documents (scope, date);
CREATE INDEX documentsBySpeaker ON documents (scope, speaker);
CREATE INDEX pendingDocuments ON documents (scope) WHERE isPending = 1;
CREATE TABLE vectors (
  key INTEGER PRIMARY KEY,
  scope INTEGER NOT NULL,
  model TEXT NOT NULL,
  vector BLOB NOT NULL
);
CREATE INDEX vectorsByScope ON vectors (scope, model);
CREATE TABLE facts (
  key INTEGER PRIMARY KEY,
  isPast INTEGER NOT NULL,
  terms TEXT NOT NULL,
  fact TEXT NOT NULL
);
CREATE TABLE factKeys (
  scope INTEGER NOT NULL,
  name TEXT NOT NULL,
  isPast INTEGER NOT NULL,
  fact INTEGER NOT NULL,
  PRIMARY KEY (scope, name, isPast, fact)
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
${['documentWords', 'factWords'].map(wordTable).join('\n')}
`;

/**
 * The tokenizer only splits at spaces: terms are analysed before. `secure-delete` removes deleted
 * words from the index itself, not only from its answers. Merging segments by eight instead of four
 * makes single writes faster, and queries hardly slower. FTS5 would read all rows of a term to count
 * them.
 */
function wordTable(name: string): string {
  return `
CREATE VIRTUAL TABLE ${name} USING fts5 (words, content = '', detail = none, columnsize = 0,
  tokenize = "ascii tokenchars '_'");
INSERT INTO ${name} (${name}, rank) VALUES ('secure-delete', 1);
INSERT INTO ${name} (${name}, rank) VALUES ('automerge', 8);
CREATE TABLE ${name}Counts (term TEXT PRIMARY KEY, held INTEGER NOT NULL) WITHOUT ROWID;`;
}
