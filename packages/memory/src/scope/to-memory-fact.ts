import type { MemoryFact, StoredFact } from '@everlong/core';

/** A fact without what only the index needs. */
export function toMemoryFact({
  slot: _slot,
  entities: _entities,
  terms: _terms,
  isDated: _isDated,
  ...fact
}: StoredFact): MemoryFact {
  return fact;
}
