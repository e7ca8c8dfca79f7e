import type { StoredDocument, WithdrawResult } from '@everlong/core';

import { entryKey } from '../facts/entry-key.js';
import { copyHash } from './entry-hashes.js';
import { noteSession } from '../scope/note-session.js';
import { changeScope } from '../scope/change-scope.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { copiesOf } from './find-copies.js';
import { factsOn, planRemoval } from './remove-entries.js';

/** Withdraws entries. What a fork shares with them stays, as the fork's own. */
export async function withdrawEntries(
  context: MemoryContext,
  scope: string,
  { sessionId, fromSeq }: { sessionId: string; fromSeq: number },
): Promise<WithdrawResult> {
  const { index, notes } = context;
  const withdrawn = await changeScope(context, scope, async (state) => {
    const documents = await index.documents(scope, { sessionId, fromSeq });
    const noted = await index.documents(scope, { sessionId: noteSession(sessionId), fromSeq });
    const range = { sessionId, fromSeq };
    const resting = await factsOn(context, scope, [], range);
    if (documents.length + noted.length + resting.length === 0) return { result: undefined };
    const copies = await copiesOf(context, scope, documents);
    const movedTo = new Map(
      [...copies].flatMap(([key, [copy]]) => (copy === undefined ? [] : [[key, copy] as const])),
    );
    const removal = await planRemoval(context, scope, state, {
      documents: [...documents, ...noted],
      range,
      movedTo,
    });
    const moved = moveDocuments(documents, movedTo);
    // Before the index, so that after a crash the same call finds what is left to remove.
    await notes?.remove(scope, noted);
    const removeHashes = hashesOfLost(documents, movedTo);
    const changes = { ...removal.changes, addDocuments: moved, removeHashes };
    return { changes, result: { removal, entries: new Set(documents.map(entryKey)).size } };
  });
  if (withdrawn === undefined) return { entries: 0, factIds: [], restoredFactIds: [] };
  const { removal, entries } = withdrawn;
  return {
    entries,
    factIds: removal.removedFactIds,
    restoredFactIds: removal.restoredFactIds,
  };
}

/**
 * The hashes of entries of which no fork was seen to have a copy. A fork that is observed later is
 * recognised by them, and keeps its text.
 */
function hashesOfLost(
  documents: readonly StoredDocument[],
  movedTo: ReadonlyMap<string, StoredDocument>,
): string[] {
  const lost = documents.filter(
    (document) => document.layer === 'episode' && !movedTo.has(entryKey(document)),
  );
  return [...Map.groupBy(lost, entryKey).values()].map((chunks) => {
    const inOrder = chunks.toSorted((left, right) => left.offset - right.offset);
    const [{ entryId: id, date: createdAt } = { entryId: '', date: '' }] = inOrder;
    return copyHash(
      { id, createdAt },
      inOrder.map(({ text }) => text),
    );
  });
}

/** The first chunk takes the copy's place: a fork holds only that one of a long message. */
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
