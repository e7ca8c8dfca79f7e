import { setImmediate } from 'node:timers/promises';
import {
  CorruptRecordError,
  type EntryInput,
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
import { readWithdrawn } from '../output/withdrawn-entries.js';
import { withImportedFrom } from '../output/imported-from.js';
import { type EntryToImport, isCompaction, type SessionToImport } from './imported-session.js';

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

/** Entries that are stored at once, and the characters after which fewer are. */
const BATCH_ENTRIES = 500;
const BATCH_CHARACTERS = 4_000_000;

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
  const { missing, changedSeq, isContinued } = await compare(store, id, session);
  if (changedSeq !== undefined && isContinued) {
    for await (const _ of missing()) return storeSession(store, session, signal, suffix + 1);
    return { id, added: 0, state: 'unchanged' };
  }
  if (changedSeq !== undefined) {
    await withdraw(store, id, { fromSeq: changedSeq }, 'Taken back in the recorded session.');
  }
  const added = await appendAll(store, id, missing(), signal);
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
    const added = await appendAll(store, id, session.entries(), signal);
    const info = await store.getSession(id);
    if (hasImportMark(info, mark)) await finish(store, { ...info, metadata: {} }, session);
    return added;
  } catch (error) {
    const info = await existingSession(store, id).catch(() => undefined);
    if (info !== undefined && hasImportMark(info, mark)) await store.deleteSession(id);
    throw error;
  }
}

/** How a stored log and that of its file differ. */
interface Difference {
  /** Reads what the stored log does not have. */
  missing(): AsyncGenerator<EntryToImport>;
  /** Entries from here on are not in the recording any more. */
  changedSeq: number | undefined;
  /** Whether it has entries that were not imported. */
  isContinued: boolean;
}

/** Ids of entries that came again behind a rewind end in this. */
const again = /~\d+$/;

async function compare(store: Store, id: string, session: SessionToImport): Promise<Difference> {
  const isWithdrawn = await readWithdrawn(store, id);
  const wanted = inForce(session.entries());
  /** How often each entry of the recording is stored. */
  const times = new Map<string, number>();
  let common = 0;
  let changedSeq: number | undefined;
  let isContinued = false;
  for await (const entry of store.read(id)) {
    const first = entry.id.replace(again, '');
    times.set(first, (times.get(first) ?? 0) + 1);
    isContinued ||= entry.metadata?.['imported'] === undefined;
    if (changedSeq !== undefined || isWithdrawn(entry)) continue;
    const { value, done } = await wanted.next();
    if (done !== true && value.entry.id === first) common++;
    else changedSeq = entry.seq;
  }
  await wanted.return(undefined);

  async function* missing(): AsyncGenerator<EntryToImport> {
    let place = 0;
    for await (const { entry, characters } of session.entries()) {
      const count = times.get(entry.id);
      if (isRewound(entry) ? count !== undefined : place++ < common) continue;
      const isAgain = changedSeq !== undefined && count !== undefined;
      const entryId = isAgain ? `${entry.id}~${count + 1}` : entry.id;
      yield { entry: { ...entry, id: entryId }, characters };
    }
  }
  return { missing, changedSeq, isContinued };
}

async function* inForce(
  entries: AsyncGenerator<EntryToImport>,
): AsyncGenerator<EntryToImport, undefined> {
  for await (const each of entries) if (!isRewound(each.entry)) yield each;
}

function isRewound({ metadata }: EntryInput): boolean {
  return metadata?.['rewound'] === true;
}

/**
 * Appends entries in order; each run of rewound ones is withdrawn at once. Returns how many there
 * were.
 */
async function appendAll(
  store: Store,
  id: string,
  entries: AsyncIterable<EntryToImport>,
  signal: AbortSignal,
): Promise<number> {
  let added = 0;
  /** Where the rewound entries begin that are not withdrawn yet. */
  let rewoundFrom: number | undefined;
  for await (const batch of batches(entries)) {
    // A store that never waits would keep Ctrl-C from being heard.
    await setImmediate();
    signal.throwIfAborted();
    const isAside = batch.some(isRewound);
    if (!isAside) await endRun();
    const stored = await store.append(id, batch);
    if (isAside) rewoundFrom ??= stored[0]?.seq;
    added += batch.length;
  }
  await endRun();
  return added;

  async function endRun(): Promise<void> {
    if (rewoundFrom === undefined) return;
    const range = { fromSeq: rewoundFrom, throughSeq: (await store.getSession(id)).entryCount - 1 };
    await withdraw(store, id, range, 'Left by rewinding in the recorded session.');
    rewoundFrom = undefined;
  }
}

/** Entries to store at once: rewound ones by themselves. */
async function* batches(
  entries: AsyncIterable<EntryToImport>,
): AsyncGenerator<EntryToImport['entry'][]> {
  let batch: EntryToImport['entry'][] = [];
  let size = 0;
  for await (const { entry, characters } of entries) {
    const [first] = batch;
    const isOther = first !== undefined && isRewound(first) !== isRewound(entry);
    if (isOther || batch.length >= BATCH_ENTRIES || size + characters > BATCH_CHARACTERS) {
      if (batch.length > 0) yield batch;
      batch = [];
      size = 0;
    }
    batch.push(entry);
    size += characters;
  }
  if (batch.length > 0) yield batch;
}

async function withdraw(
  store: Store,
  id: string,
  range: { fromSeq: number; throughSeq?: number },
  reason: string,
): Promise<void> {
  const { epoch } = await store.getSession(id);
  await store.appendRecord(
    id,
    { type: 'rewind', epoch: epoch + 1, previousEpoch: epoch, ...range, reason },
    { expectedEpoch: epoch },
  );
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
