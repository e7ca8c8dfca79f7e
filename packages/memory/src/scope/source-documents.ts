import type { MemoryIndex, MemorySource, StoredDocument } from '@everlong/core';

/**
 * The documents of entries.
 *
 * @param limit the most of one session
 */
export async function sourceDocuments(
  index: MemoryIndex,
  scope: string,
  sources: readonly MemorySource[],
  limit?: number,
): Promise<StoredDocument[]> {
  const found: StoredDocument[] = [];
  for (const [sessionId, own] of Map.groupBy(sources, (source) => source.sessionId)) {
    const entryIds = [...new Set(own.map(({ entryId }) => entryId))];
    const filter = { sessionId, entryIds, ...(limit === undefined ? {} : { limit }) };
    found.push(...(await index.documents(scope, filter)));
  }
  return found;
}
