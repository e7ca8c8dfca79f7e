import { type IndexChanges, StoreConflictError } from '@everlong/core';

import type { Growth } from './growth.js';
import type { IndexTables } from './index-tables.js';
import type { ScopeGrowth, ScopeRow } from './scope-table.js';

/**
 * Changes a scope, created if missing, within a transaction. Throws `StoreConflictError` when the
 * scope has another revision.
 */
export function applyChanges(
  tables: IndexTables,
  name: string,
  revision: number,
  changes: IndexChanges,
): void {
  const { scopes } = tables;
  const scope = scopes.add(name);
  if (scope.revision !== revision) {
    throw new StoreConflictError(
      `The memory of ${name} has revision ${scope.revision}, not ${revision}: ` +
        'something else changed it meanwhile. Read it again and retry.',
    );
  }
  scopes.grow(scope.key, changeRows(tables, scope, changes));
}

/** Every row has its scope's key, so a change never reaches another scope. */
function changeRows(
  { scopes, sessions, documents, facts }: IndexTables,
  { key, next_fact: nextFact }: ScopeRow,
  changes: IndexChanges,
): ScopeGrowth {
  const grown = { sessions: 0, documents: none(), facts: none(), nextFact: 0 };
  for (const place of changes.removeDocuments ?? []) {
    addGrowth(grown.documents, documents.remove(key, place));
  }
  for (const id of changes.removeFacts ?? []) addGrowth(grown.facts, facts.remove(key, id));
  for (const alias of changes.removeAliases ?? []) scopes.removeAlias(key, alias);
  for (const hash of changes.removeHashes ?? []) scopes.removeHash(key, hash);
  for (const sessionId of changes.removeSessions ?? []) {
    if (sessions.remove(key, sessionId)) grown.sessions--;
  }
  for (const session of changes.putSessions ?? []) {
    if (sessions.put(key, session)) grown.sessions++;
  }
  for (const document of changes.addDocuments ?? []) {
    addGrowth(grown.documents, documents.add(key, document));
  }
  for (const vector of changes.putVectors ?? []) documents.putVector(key, vector);
  for (const fact of changes.putFacts ?? []) {
    addGrowth(grown.facts, facts.put(key, fact, fact.id >= nextFact));
    grown.nextFact = Math.max(grown.nextFact, fact.id + 1);
  }
  for (const [alias, entity] of changes.putAliases ?? []) scopes.putAlias(key, alias, entity);
  for (const hash of changes.addHashes ?? []) scopes.addHash(key, hash);
  return grown;
}

function none(): Growth {
  return { rows: 0, terms: 0 };
}

function addGrowth(total: Growth, { rows, terms }: Growth): void {
  total.rows += rows;
  total.terms += terms;
}
