import type { MemoryIndex, StoredDocument } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';

import { documentsOf, hashOf, storableText } from '../text/stored-text.js';
import type { NotesFolder } from './notes-folder.js';
import type { Analyzer } from '../text/analyzer.js';
import { changeScope } from './change-scope.js';

/** Whether memory keeps notes under such an id, so that no session may have it. */
export function isOwnSession(sessionId: string): boolean {
  return notedSession(sessionId) !== undefined || sessionId === MEMORY_FILE_SESSION;
}

/** The id under which a session's notes are indexed. */
export function noteSession(sessionId: string): string {
  return `note:${sessionId}`;
}

/** The session of such an id; `undefined` for a session of messages. */
export function notedSession(sessionId: string): string | undefined {
  return sessionId.startsWith('note:') ? sessionId.slice('note:'.length) : undefined;
}

/** The id under which `MEMORY.md` is indexed. */
export const MEMORY_FILE_SESSION = 'file:MEMORY.md';

/** The key of a note's section in its file. */
export function noteKey(sessionId: string, range: string): string {
  return `note ${sessionId} ${range}`.replaceAll('--', '-\u2010');
}

/** Notes on disk, in step with the index. */
export type ScopeNotes = ReturnType<typeof createScopeNotes>;

export function createScopeNotes(
  context: { index: MemoryIndex; analyzer: Analyzer; now(): string },
  folder: NotesFolder,
) {
  const seen = new Map<string, string>();

  /** Indexes `MEMORY.md` if it has changed. */
  async function refresh(scope: string): Promise<void> {
    const file = (await folder.memoryFile(scope)) ?? '';
    if (seen.get(scope) === file) return;
    const text = storableText(redactSecrets(file));
    const hash = `m${hashOf(text)}`;
    await changeScope(context, scope, async () => {
      const old = await context.index.documents(scope, { sessionId: MEMORY_FILE_SESSION });
      if (old.length === 0 && text.trim() === '') return { result: undefined };
      if (old[0]?.entryId === hash) return { result: undefined };
      const documents = toDocuments(context.analyzer, text, hash, context.now());
      return {
        result: undefined,
        changes: {
          removeDocuments: old,
          addDocuments: documents,
          putSessions: [
            { sessionId: MEMORY_FILE_SESSION, observedThroughSeq: -1, documents: documents.length },
          ],
        },
      };
    });
    seen.set(scope, file);
  }

  return {
    folder,
    refresh,
    /** Takes the sections of these documents out of their files. */
    async remove(scope: string, documents: readonly StoredDocument[]): Promise<void> {
      const keys = documents.flatMap(({ sessionId, entryId }) => {
        const noted = notedSession(sessionId);
        return noted === undefined ? [] : [noteKey(noted, entryId)];
      });
      if (keys.length > 0) await folder.removeSections(scope, new Set(keys));
    },
  };
}

/** A document for each paragraph or list entry. */
function toDocuments(
  analyzer: Analyzer,
  text: string,
  hash: string,
  date: string,
): StoredDocument[] {
  const about = {
    layer: 'note',
    sessionId: MEMORY_FILE_SESSION,
    position: 0,
    entryId: hash,
    seq: 0,
    role: 'user',
    speaker: 'MEMORY.md',
    trust: 'user',
    date,
    isPending: false,
  } as const;
  return text
    .split(/\n\s*\n|\n(?=\s*[-*] )/)
    .filter((part) => !/^\s*#+ [^\n]*$/.test(part))
    .flatMap((part) => documentsOf(analyzer, part, about))
    .map((document, position) => ({ ...document, offset: 0, position, seq: position }));
}
