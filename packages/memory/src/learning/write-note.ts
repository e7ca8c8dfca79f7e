import type { NoteInput, NoteResult } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';

import { documentsOf, hashOf, storableText } from '../text/stored-text.js';
import { noteKey, noteSession } from '../scope/scope-notes.js';
import { changeScope } from '../scope/change-scope.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { isoTime } from '../scope/point-in-time.js';

/** Writes the file before the index: after a crash in between, the next call indexes the note. */
export async function writeNote(
  context: MemoryContext,
  scope: string,
  note: NoteInput,
): Promise<NoteResult> {
  const { index, analyzer, notes } = context;
  const { sessionId, fromSeq, throughSeq } = note;
  const date = isoTime('date', note.date);
  const text = storableText(redactSecrets(note.text)).trim();
  const range = `${fromSeq}-${throughSeq}`;
  const hash = `n${hashOf(sessionId, range)}`;
  if ((await index.knownHashes(scope, [hash])).size > 0 || text === '') return { added: false };
  const title = `${date.slice(11, 16)} Session ${sessionId}, entries ${fromSeq} to ${throughSeq}`;
  const key = noteKey(sessionId, range);
  const path = await notes?.folder.add(scope, { key, date, title, text });
  const added = await changeScope(context, scope, async () => {
    if ((await index.knownHashes(scope, [hash])).size > 0) return { result: false };
    const id = noteSession(sessionId);
    const [session] = await index.sessions(scope, { sessionIds: [id] });
    const first = session?.documents ?? 0;
    const addDocuments = documentsOf(analyzer, text, {
      layer: 'note',
      sessionId: id,
      position: first,
      entryId: range,
      seq: throughSeq,
      role: 'assistant',
      speaker: 'note',
      trust: 'assistant',
      date,
      isPending: false,
    });
    const putSessions = [
      {
        sessionId: id,
        observedThroughSeq: Math.max(session?.observedThroughSeq ?? -1, throughSeq),
        documents: first + addDocuments.length,
      },
    ];
    return { result: true, changes: { addDocuments, putSessions, addHashes: [hash] } };
  });
  return { added, ...(path === undefined ? {} : { path }) };
}
