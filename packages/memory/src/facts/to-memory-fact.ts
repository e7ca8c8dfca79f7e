import type { MemoryFact, StoredFact } from '@everlong/core';

import { entityKey, PROJECT } from './fact-keys.js';

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
