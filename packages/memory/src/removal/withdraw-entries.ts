import type { StoredDocument, WithdrawResult } from '@everlong/core';

import { noteSession } from '../notes/note-session.js';
import { changeScope } from '../scope/change-scope.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { copiesOf } from './find-copies.js';
import { entryKey, planRemoval } from './remove-entries.js';

/** Takes entries back. What a fork has of them as well stays, as the fork's. */
export async function withdrawEntries(
  context: MemoryContext,
  scope: string,
  { sessionId, fromSeq }: { sessionId: string; fromSeq: number },
): Promise<WithdrawResult> {
  const { index, notes } = context;
  const withdrawn = await changeScope(context, scope, async (state) => {
    const documents = await index.documents(scope, { sessionId, fromSeq });
    const noted = await index.documents(scope, { sessionId: noteSession(sessionId), fromSeq });
    if (documents.length + noted.length === 0) return { result: undefined };
    const movedTo = await copiesOf(context, scope, documents);
    const removal = await planRemoval(context, scope, state, {
      documents: [...documents, ...noted],
      movedTo,
    });
    const moved = moveDocuments(documents, movedTo);
    const changes = { ...removal.changes, addDocuments: moved };
    return { changes, result: { removal, noted, entries: new Set(documents.map(entryKey)).size } };
  });
  if (withdrawn === undefined) return { entries: 0, factIds: [], restoredFactIds: [] };
  const { removal, noted, entries } = withdrawn;
  await notes?.remove(scope, noted);
  return {
    entries,
    factIds: removal.removedFactIds,
    restoredFactIds: removal.restoredFactIds,
  };
}

/** The first chunk takes the copy's place; a fork of a long message has that one alone. */
function moveDocuments(
  documents: readonly StoredDocument[],
  movedTo: ReadonlyMap<string, StoredDocument>,
): StoredDocument[] {
  const taken = new Set<string>();
  return documents.flatMap((document) => {
    const copy = movedTo.get(entryKey(document));
    if (copy === undefined || document.layer === 'copy' || taken.has(entryKey(document))) return [];
    taken.add(entryKey(document));
    return [{ ...document, sessionId: copy.sessionId, position: copy.position, seq: copy.seq }];
  });
}
