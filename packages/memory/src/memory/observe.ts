import type {
  IndexedSession,
  MemoryEntry,
  ObserveOptions,
  ObserveResult,
  StoredDocument,
} from '@everlong/core';

import { chunkText } from '../episodes/chunk-text.js';
import { type EntryHashes, entryHashes } from '../episodes/entry-hashes.js';
import { type ReadEntry, readEntry } from '../episodes/read-entry.js';
import { changeScope } from './change-scope.js';
import type { MemoryContext } from './memory-context.js';

interface Observed {
  entry: MemoryEntry;
  said: ReadEntry | undefined;
  hashes: EntryHashes;
}

/** More make a transaction, and what is read for it, too large. */
const BATCH = 500;

/** Takes in entries that are not known yet, some hundred a transaction. */
export async function observe(
  context: MemoryContext,
  scope: string,
  entries: readonly MemoryEntry[],
  _options: ObserveOptions = {},
): Promise<ObserveResult> {
  let added = 0;
  const factIds: number[] = [];
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = entries.slice(from, from + BATCH).map((entry): Observed => {
      const said = readEntry(entry);
      return { entry, said, hashes: entryHashes(entry, said?.text ?? '') };
    });
    const result = await changeScope(context, scope, () => planBatch(context, scope, batch));
    added += result.added;
    factIds.push(...result.factIds);
  }
  return { added, factIds };
}

async function planBatch(context: MemoryContext, scope: string, batch: readonly Observed[]) {
  const { index } = context;
  const known = await index.knownHashes(
    scope,
    batch.flatMap(({ hashes }) => [hashes.own, hashes.copy]),
  );
  const sessionIds = [...new Set(batch.map(({ entry }) => entry.sessionId))];
  const sessions = new Map(
    (await index.sessions(scope, { sessionIds })).map((session) => [session.sessionId, session]),
  );
  const seen = new Set<string>();
  const addHashes: string[] = [];
  const addDocuments: StoredDocument[] = [];
  let added = 0;
  for (const { entry, said, hashes } of batch) {
    if (known.has(hashes.own) || seen.has(hashes.own)) continue;
    seen.add(hashes.own);
    addHashes.push(hashes.own);
    const session = sessions.get(entry.sessionId) ?? newSession(entry.sessionId);
    const seq = entry.seq ?? session.observedThroughSeq + 1;
    const isCopy = known.has(hashes.copy) || seen.has(hashes.copy);
    const documents =
      said === undefined || isCopy ? [] : toDocuments(context, entry, said, seq, session.documents);
    if (documents.length > 0) {
      seen.add(hashes.copy);
      addHashes.push(hashes.copy);
      addDocuments.push(...documents);
      added++;
    }
    sessions.set(entry.sessionId, {
      sessionId: entry.sessionId,
      observedThroughSeq: Math.max(session.observedThroughSeq, seq),
      documents: session.documents + documents.length,
    });
  }
  const result: ObserveResult = { added, factIds: [] };
  if (addHashes.length === 0) return { result };
  return { result, changes: { addHashes, addDocuments, putSessions: [...sessions.values()] } };
}

function newSession(sessionId: string): IndexedSession {
  return { sessionId, observedThroughSeq: -1, documents: 0 };
}

function toDocuments(
  { analyzer }: MemoryContext,
  entry: MemoryEntry,
  { text, role, speaker, trust }: ReadEntry,
  seq: number,
  firstPosition: number,
): StoredDocument[] {
  return chunkText(text).map((chunk, index) => ({
    layer: 'episode',
    sessionId: entry.sessionId,
    entryId: entry.id,
    seq,
    position: firstPosition + index,
    offset: chunk.offset,
    role,
    speaker,
    trust,
    date: entry.createdAt,
    text: chunk.text,
    terms: analyzer.terms(chunk.text),
    isPending: false,
  }));
}
