import type { Database } from 'better-sqlite3';

import { createDocumentTable, type DocumentTable } from './document-table.js';
import { createFactTable, type FactTable } from './fact-table.js';
import { createScopeTable, type ScopeTable } from './scope-table.js';
import { createSessionTable, type SessionTable } from './session-table.js';

/** The tables of a memory's database; every row has its scope's key. */
export interface IndexTables {
  scopes: ScopeTable;
  sessions: SessionTable;
  documents: DocumentTable;
  facts: FactTable;
}

export function createIndexTables(database: Database): IndexTables {
  const scopes = createScopeTable(database);
  const sessions = createSessionTable(database);
  const documents = createDocumentTable(database, sessions);
  const facts = createFactTable(database);
  return { scopes, sessions, documents, facts };
}
