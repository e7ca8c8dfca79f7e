import type { StoredDocument } from '@everlong/core';

import { entryKey } from '../facts/entry-key.js';
import type { MemoryContext } from '../scope/memory-context.js';

/** The copies of entries in forks, by `entryKey` of the original. */
export async function copiesOf(
  { index }: MemoryContext,
  scope: string,
  documents: readonly StoredDocument[],
): Promise<Map<string, StoredDocument[]>> {
  const copies = new Map<string, StoredDocument[]>();
  const originals = new Map(
    documents.filter(({ layer }) => layer === 'episode').map((each) => [versionKey(each), each]),
  );
  const own = new Set(documents.map(({ sessionId }) => sessionId));
  const entryIds = [...new Set([...originals.values()].map(({ entryId }) => entryId))];
  for (const { sessionId } of await index.sessions(scope, {})) {
    if (own.has(sessionId)) continue;
    for (const copy of await index.documents(scope, { sessionId, entryIds })) {
      const original = copy.layer === 'copy' ? originals.get(versionKey(copy)) : undefined;
      if (original === undefined) continue;
      const key = entryKey(original);
      copies.set(key, [...(copies.get(key) ?? []), copy]);
    }
  }
  return copies;
}

function versionKey({ entryId, date }: StoredDocument): string {
  return `${date} ${entryId}`;
}
