import type { MemoryFact, MemorySource, StoredFact } from '@everlong/core';

import { entryKey } from './fact-keys.js';

/** A fact without what only the index needs. */
export function toMemoryFact({
  slot: _s,
  entities: _e,
  terms: _t,
  ...fact
}: StoredFact): MemoryFact {
  return fact;
}

/** The entries of sources, each once. */
export function sourceEntries({ sources }: { sources: readonly MemorySource[] }): MemorySource[] {
  const entries = sources.map(({ sessionId, entryId }) => ({ sessionId, entryId }));
  return [...new Map(entries.map((entry) => [entryKey(entry), entry])).values()];
}

/** Whether all that something rests on is excluded by the caller. */
export function isExcluded(
  sources: readonly MemorySource[],
  excludes: ((source: MemorySource) => boolean) | undefined,
): boolean {
  return excludes !== undefined && sources.length > 0 && sources.every(excludes);
}
