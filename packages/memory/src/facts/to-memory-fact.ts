import type { MemoryFact, MemorySource, StoredFact } from '@everlong/core';

import { entityKey, entryKey, PROJECT } from './fact-keys.js';

/** A fact without what only the index needs. */
export function toMemoryFact({
  slot: _slot,
  entities,
  terms: _terms,
  ...fact
}: StoredFact): MemoryFact {
  const isSetting = entities.includes(PROJECT) && entityKey(fact.subject) !== PROJECT;
  return isSetting ? { ...fact, isSetting } : fact;
}

/** The entries of sources, each once. */
export function sourceEntries({ sources }: { sources: readonly MemorySource[] }): MemorySource[] {
  const entries = sources.map(({ sessionId, entryId }) => ({ sessionId, entryId }));
  return [...new Map(entries.map((entry) => [entryKey(entry), entry])).values()];
}
