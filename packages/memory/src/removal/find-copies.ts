import type { StoredDocument } from '@everlong/core';

import type { MemoryContext } from '../scope/memory-context.js';
import { entryKey } from './remove-entries.js';

/** Where forks have the same entries, by `entryKey` of the original. */
export async function copiesOf(
  { index }: MemoryContext,
  scope: string,
  documents: readonly StoredDocument[],
): Promise<Map<string, StoredDocument>> {
  const copies = new Map<string, StoredDocument>();
  const entryIds = new Set(
    documents.filter(({ layer }) => layer === 'episode').map(({ entryId }) => entryId),
  );
  for (const { sessionId } of await index.sessions(scope, {})) {
    if (documents.some((document) => document.sessionId === sessionId)) continue;
    const others = await index.documents(scope, { sessionId, entryIds: [...entryIds] });
    for (const copy of others.filter(({ layer }) => layer === 'copy')) {
      const original = documents.find(
        (document) => document.entryId === copy.entryId && document.date === copy.date,
      );
      if (original !== undefined) copies.set(entryKey(original), copy);
    }
  }
  return copies;
}
