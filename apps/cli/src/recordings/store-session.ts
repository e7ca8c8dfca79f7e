import {
  CorruptRecordError,
  type SessionInfo,
  type Store,
  StoreConflictError,
} from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import {
  hasImportMark,
  importMark,
  isImportedElsewhere,
  isUnfinishedImport,
} from '../errors/unfinished-import.js';
import { existingSession } from '../files/existing-session.js';
import { withImportedFrom } from '../output/imported-from.js';
import { appendEntries, withdraw } from './append-entries.js';
import { compareStored } from './compare-stored.js';
import { isCompaction, type SessionToImport } from './imported-session.js';

/** What became of a conversation. */
export interface StoredSession {
  id: string;
  /** Entries that were added; 0 where all were there. */
  added: number;
  /**
   * `grown`: the session was there, with fewer entries; `apart`: it was continued here meanwhile;
   * `elsewhere`: another process is importing it; `mended`: apart from one that is damaged.
   */
  state: 'new' | 'grown' | 'unchanged' | 'apart' | 'elsewhere' | 'mended';
}

/** Damaged sessions of one recording that are stepped over. */
const MAX_DAMAGED = 5;

/** Responses that are kept in a session's metadata to know copies by. */
const MAX_ANCHORS = 100;

/** The record of a compaction that another program made. */
const FOREIGN_COMPACTION = 'foreign-compaction';

/**
 * Stores a conversation, or what is new of it: entries with their times, models and usage; what was
 * taken back as withdrawn; compactions of the program as notes, which change no request. A session
 * that was continued here stays as it is, and the one that went on elsewhere gets a session of its own.
 * Rejects at the signal, with its reason.
 */
export async function storeSession(
  store: Store,
  session: SessionToImport,
  signal: AbortSignal,
  suffix = 1,
): Promise<StoredSession> {
  try {
    return await storeAs(store, session, signal, suffix);
  } catch (error) {
    // Where the whole store is damaged, the next place is as well.
    if (!CorruptRecordError.isInstance(error) || suffix > MAX_DAMAGED) throw error;
    const stored = await storeSession(store, session, signal, suffix + 1);
    return stored.state === 'apart' ? { ...stored, state: 'mended' } : stored;
  }
}

async function storeAs(
  store: Store,
  session: SessionToImport,
  signal: AbortSignal,
  suffix: number,
): Promise<StoredSession> {
  const id = suffix === 1 ? session.id : `${session.id}-${suffix}`;
  const known = await existingSession(store, id);
  if (known !== undefined && isImportedElsewhere(known)) {
    return { id, added: 0, state: 'elsewhere' };
  }
  if (known === undefined || isUnfinishedImport(known)) {
    const added = await storeNew(store, id, session, { unfinished: known, signal });
    // Another process was quicker.
    if (added === undefined) return storeSession(store, session, signal, suffix);
    return { id, added, state: suffix === 1 ? 'new' : 'apart' };
  }
  const { missing, changedSeq, isContinued } = await compareStored(store, id, session);
  if (changedSeq !== undefined && isContinued) {
    for await (const _ of missing()) return storeSession(store, session, signal, suffix + 1);
    return { id, added: 0, state: 'unchanged' };
  }
  if (changedSeq !== undefined) {
    await withdraw(store, id, { fromSeq: changedSeq }, 'Taken back in the recorded session.');
  }
  const added = await appendEntries(store, id, missing(), signal);
  if (added === 0 && changedSeq === undefined) return { id, added, state: 'unchanged' };
  await finish(store, await store.getSession(id), session);
  return { id, added, state: 'grown' };
}

/** Replaces what an import left that did not end; `undefined` where the id is taken by now. */
async function storeNew(
  store: Store,
  id: string,
  session: SessionToImport,
  { unfinished, signal }: { unfinished: SessionInfo | undefined; signal: AbortSignal },
): Promise<number | undefined> {
  if (unfinished !== undefined) await store.deleteSession(id);
  const mark = importMark();
  try {
    const metadata = withImportedFrom(mark, session.from);
    await store.createSession({ id, agent: session.agent, metadata });
  } catch (error) {
    if (StoreConflictError.isInstance(error) && (await existingSession(store, id)) !== undefined)
      return;
    throw error;
  }
  try {
    const added = await appendEntries(store, id, session.entries(), signal);
    const info = await store.getSession(id);
    if (hasImportMark(info, mark)) await finish(store, { ...info, metadata: {} }, session);
    return added;
  } catch (error) {
    const info = await existingSession(store, id).catch(() => undefined);
    if (info !== undefined && hasImportMark(info, mark)) await store.deleteSession(id);
    throw error;
  }
}

/** Notes the compactions that are not noted yet, and says what the session is. */
async function finish(
  store: Store,
  { id, title, metadata, entryCount }: SessionInfo,
  session: SessionToImport,
): Promise<void> {
  const { from, found } = session;
  if (found.isCompacted) await noteCompactions(store, id, session.agent);
  const { startedAt, endedAt, anchors } = found;
  await store.updateSession(id, {
    metadata: withImportedFrom(metadata, {
      ...from,
      ...definedFields({ startedAt, endedAt }),
      anchors: anchors.slice(0, MAX_ANCHORS),
      entryCount,
    }),
    ...(title === undefined ? definedFields({ title: found.title }) : {}),
  });
}

async function noteCompactions(store: Store, id: string, tool: string): Promise<void> {
  const noted = new Set<unknown>();
  for await (const record of store.readRecords(id, { type: 'note' })) {
    if (record.type === 'note' && record.name === FOREIGN_COMPACTION)
      noted.add(record.value['seq']);
  }
  let preTokens: unknown;
  for await (const { seq, createdAt, ...entry } of store.read(id)) {
    preTokens = entry.metadata?.['preTokens'] ?? preTokens;
    if (!isCompaction(entry)) continue;
    if (!noted.has(seq)) {
      const tokensBefore = typeof preTokens === 'number' ? { tokensBefore: preTokens } : {};
      const value = { seq, tool, createdAt, ...tokensBefore };
      await store.appendRecord(id, { type: 'note', name: FOREIGN_COMPACTION, value });
    }
    preTokens = undefined;
  }
}
