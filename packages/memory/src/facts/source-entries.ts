import type { MemorySource } from '@everlong/core';

/** The entries that state a fact, each once however often it does. */
export function sourceEntries({ sources }: { sources: readonly MemorySource[] }): MemorySource[] {
  const entries = new Map<string, MemorySource>();
  for (const { sessionId, entryId } of sources) {
    const key = JSON.stringify([sessionId, entryId]);
    if (!entries.has(key)) entries.set(key, { sessionId, entryId });
  }
  return [...entries.values()];
}
