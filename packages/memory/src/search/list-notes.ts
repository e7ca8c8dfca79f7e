import type { NoteInput, StoredDocument } from '@everlong/core';

import { joinChunks } from '../text/chunk-text.js';
import { notedSession } from '../scope/note-session.js';
import type { MemoryContext } from '../scope/memory-context.js';

/** Notes by their sessions, each session's in the order in which they were written. */
export async function listNotes({ index }: MemoryContext, scope: string): Promise<NoteInput[]> {
  const notes: NoteInput[] = [];
  for (const { sessionId: id } of await index.sessions(scope, {})) {
    const sessionId = notedSession(id);
    if (sessionId === undefined) continue;
    const documents = await index.documents(scope, { sessionId: id });
    const inOrder = documents.toSorted((left, right) => left.position - right.position);
    for (const chunks of Map.groupBy(inOrder, ({ entryId }) => entryId).values()) {
      notes.push(toNote(sessionId, chunks));
    }
  }
  return notes;
}

function toNote(sessionId: string, chunks: readonly StoredDocument[]): NoteInput {
  const [{ entryId, date } = { entryId: '', date: '' }] = chunks;
  const [fromSeq = 0, throughSeq = 0] = entryId.split('-').map(Number);
  return { sessionId, fromSeq, throughSeq, date, text: joinChunks(chunks) };
}
