import { setImmediate } from 'node:timers/promises';
import {
  CorruptRecordError,
  type EntryInput,
  originOf,
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
import type { SessionToImport } from './imported-session.js';

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

/** Entries that are stored at once. */
const BATCH_ENTRIES = 500;

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
  const plan = planGrowth(await readStored(store, id), session.entries);
  if (plan === 'continued here') return storeSession(store, session, signal, suffix + 1);
  if (plan.entries.length === 0 && plan.rewindFrom === undefined) {
    return { id, added: 0, state: 'unchanged' };
  }
  if (plan.rewindFrom !== undefined) {
    await withdraw(store, id, { fromSeq: plan.rewindFrom }, 'Taken back in the recorded session.');
  }
  await appendAll(store, id, plan.entries, signal);
  await finish(store, await store.getSession(id), session);
  return { id, added: plan.entries.length, state: 'grown' };
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
  const { agent, title, entries } = session;
  try {
    await store.createSession({ id, agent, metadata: mark, ...definedFields({ title }) });
  } catch (error) {
    if (StoreConflictError.isInstance(error) && (await existingSession(store, id)) !== undefined)
      return;
    throw error;
  }
  try {
    await appendAll(store, id, entries, signal);
    const info = await store.getSession(id);
    if (hasImportMark(info, mark)) await finish(store, { ...info, metadata: {} }, session);
  } catch (error) {
    const info = await existingSession(store, id).catch(() => undefined);
    if (info !== undefined && hasImportMark(info, mark)) await store.deleteSession(id);
    throw error;
  }
  return entries.length;
}

/** A stored entry as far as it is compared. */
interface StoredEntry {
  id: string;
  seq: number;
  isImported: boolean;
  isWithdrawn: boolean;
}

async function readStored(store: Store, id: string): Promise<StoredEntry[]> {
  const isWithdrawn = await readWithdrawn(store, id);
  const stored: StoredEntry[] = [];
  for await (const entry of store.read(id)) {
    const isImported = entry.metadata?.['imported'] !== undefined;
    stored.push({ id: entry.id, seq: entry.seq, isImported, isWithdrawn: isWithdrawn(entry) });
  }
  return stored;
}

interface Growth {
  /** Entries from here on are not in the recording any more. */
  rewindFrom?: number;
  entries: SessionToImport['entries'];
}

/** Ids of entries that came again behind a rewind end in this. */
const again = /~\d+$/;

/** How the stored log becomes that of the file. */
function planGrowth(
  stored: readonly StoredEntry[],
  entries: SessionToImport['entries'],
): Growth | 'continued here' {
  const inForce = stored.filter(({ isWithdrawn }) => !isWithdrawn);
  const wanted = entries.filter((entry) => !isRewound(entry));
  const differs = inForce.findIndex(({ id }, at) => id.replace(again, '') !== wanted[at]?.id);
  const same = new Set(wanted.slice(0, differs < 0 ? inForce.length : differs));
  const times = new Map<string, number>();
  for (const { id } of stored) {
    const first = id.replace(again, '');
    times.set(first, (times.get(first) ?? 0) + 1);
  }
  const missing = entries.filter((entry) =>
    isRewound(entry) ? !times.has(entry.id) : !same.has(entry),
  );
  const changed = differs < 0 ? undefined : inForce[differs];
  if (changed === undefined) return { entries: missing };
  const isContinued = stored.some(({ isImported }) => !isImported);
  if (isContinued) return missing.length === 0 ? { entries: [] } : 'continued here';
  const renamed = missing.map((entry) => {
    const count = times.get(entry.id);
    return count === undefined ? entry : { ...entry, id: `${entry.id}~${count + 1}` };
  });
  return { rewindFrom: changed.seq, entries: renamed };
}

function isRewound({ metadata }: EntryInput): boolean {
  return metadata?.['rewound'] === true;
}

/** Appends entries in order; each run of rewound ones is withdrawn at once. */
async function appendAll(
  store: Store,
  id: string,
  entries: SessionToImport['entries'],
  signal: AbortSignal,
): Promise<void> {
  for (const run of runsOf(entries)) {
    const seqs: number[] = [];
    for (let at = 0; at < run.length; at += BATCH_ENTRIES) {
      // A store that never waits would keep Ctrl-C from being heard.
      await setImmediate();
      signal.throwIfAborted();
      const added = await store.append(id, run.slice(at, at + BATCH_ENTRIES));
      for (const { seq } of added) seqs.push(seq);
    }
    const [fromSeq] = seqs;
    const throughSeq = seqs.at(-1);
    if (fromSeq === undefined || throughSeq === undefined || !run.some(isRewound)) continue;
    await withdraw(
      store,
      id,
      { fromSeq, throughSeq },
      'Left by rewinding in the recorded session.',
    );
  }
}

/** Entries in order, as runs of rewound ones and others. */
function runsOf(entries: SessionToImport['entries']): SessionToImport['entries'][] {
  const runs: SessionToImport['entries'][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const [first] = run ?? [];
    if (first !== undefined && isRewound(first) === isRewound(entry)) run?.push(entry);
    else runs.push([entry]);
  }
  return runs;
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
  await noteCompactions(store, id, session);
  await store.updateSession(id, {
    metadata: withImportedFrom(metadata, { ...session.from, entryCount }),
    ...(title === undefined ? definedFields({ title: session.title }) : {}),
  });
}

async function noteCompactions(
  store: Store,
  id: string,
  { agent, entries }: SessionToImport,
): Promise<void> {
  const isCompaction = (entry: EntryInput): boolean =>
    originOf(entry) === 'summary' && entry.metadata?.['event'] === 'compaction';
  if (!entries.some(isCompaction)) return;
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
      const value = { seq, tool: agent, createdAt, ...tokensBefore };
      await store.appendRecord(id, { type: 'note', name: FOREIGN_COMPACTION, value });
    }
    preTokens = undefined;
  }
}
