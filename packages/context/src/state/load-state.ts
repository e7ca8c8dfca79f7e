import type { CompactionRecord, Entry, Store } from '@everlong/core';
import { isWithdrawn, remainingRanges, type SeqRange } from '@everlong/core/store-kit';

import { readDroppedPins } from './dropped-pins.js';
import { findEpoch } from './find-epoch.js';
import { groupsOfEpoch } from './message-groups.js';
import { toSentNotes } from './opening-messages.js';
import { isSent, rangesWithin } from './ranges.js';
import {
  readCompactionRequest,
  readInjections,
  readInputs,
  readLimit,
  readNotes,
  readPins,
  readRefusedFiles,
  readKnownResources,
  readSnapshot,
  readSyntheticResults,
  readUsage,
} from './read-records.js';
import { createHeadText } from './head-text.js';
import { readHookFailures } from './hook-failures.js';
import { readRemaining } from './read-remaining.js';
import type { SessionState, StateOptions } from './session-state.js';

/**
 * Reads what the epoch in force needs, and no more: the cost does not grow with the history.
 * `next`: a compaction that is not recorded yet, as if it were.
 */
export async function loadState(
  store: Store,
  sessionId: string,
  options: StateOptions,
  next?: CompactionRecord,
): Promise<SessionState> {
  const info = await store.getSession(sessionId);
  const inForce = await findEpoch(store, sessionId, next);
  const { epoch, compaction } = inForce;
  const withdrawn = rangesWithin(inForce.withdrawn, { from: 0, to: info.entryCount - 1 });
  const { head, first } = await readHead(store, sessionId, withdrawn);
  const pins = await readPins(store, sessionId, withdrawn);
  const syntheticResults = await readSyntheticResults(store, sessionId, firstSentSeq(compaction));
  const known = { sessionId, compaction, withdrawn, head, first, pins };
  const log = await readEntries(store, known, options);
  const { entryCount, unreadThrough } = log;
  const refusals = await readRefusedFiles(store, sessionId, options.model, inForce);
  const { refusedFiles } = refusals;
  const decided = { compaction, syntheticResults, unreadThrough, refusedFiles };
  const groups = groupsOfEpoch(decided, log.entries, options);
  const sent = { sessionId, pins, head, entryCount, groups, compaction };
  const { notes, notesThen } = await readNotes(store, sessionId, inForce);
  return {
    ...sent,
    headText: createHeadText(head),
    agent: info.agent,
    unreadThrough,
    epoch,
    withdrawn,
    ...(await readSnapshot(store, sessionId, compaction, options.model)),
    ...(await readInputs(store, sessionId, inForce)),
    ...(await readInjections(store, sessionId, inForce)),
    resources: await readKnownResources(store, sessionId),
    syntheticResults,
    notes,
    sentNotes: toSentNotes(notesThen, compaction, options.counter),
    compactionRequest: await readCompactionRequest(store, sessionId, epoch),
    droppedPins: await readDroppedPins(store, sent),
    ...(await readLimit(store, sessionId, options.model, inForce)),
    ...refusals,
    ...(await readUsage(store, sessionId, options.model)),
    hookFailures: await readHookFailures(store, sessionId),
  };
}

function firstSentSeq(compaction: CompactionRecord | undefined): number {
  if (compaction === undefined) return 0;
  const first = compaction.ranges.find((range) => isSent(compaction, range.from));
  return first?.from ?? compaction.throughSeq + 1;
}

interface EpochLog {
  sessionId: string;
  compaction: CompactionRecord | undefined;
  withdrawn: readonly SeqRange[];
  head: readonly Entry[];
  first: Entry | undefined;
  pins: ReadonlySet<number>;
}

/** The entries that the epoch sends, oldest first, and how many the log has. */
async function readEntries(
  store: Store,
  { sessionId, compaction, withdrawn, head, first: known, pins }: EpochLog,
  options: StateOptions,
): Promise<{ entries: Entry[]; entryCount: number; unreadThrough: number }> {
  const entries: Entry[] = [];
  for (const range of compaction?.ranges ?? []) {
    if (compaction === undefined || !isSent(compaction, range.from)) continue;
    const isKnown = known !== undefined && known.seq >= range.from && known.seq <= range.to;
    if (isKnown) entries.push(known);
    const from = Math.max(range.from, head.length + (isKnown ? 1 : 0));
    if (from > range.to) continue;
    for await (const entry of readRemaining(store, sessionId, withdrawn, { from, to: range.to })) {
      entries.push(entry);
    }
  }
  const next = Math.max(head.length, (compaction?.throughSeq ?? -1) + 1);
  const fresh = await readNewest(store, { sessionId, withdrawn, from: next, known }, options);
  const last = Math.max(next - 1, fresh.at(-1)?.seq ?? -1, withdrawn.at(-1)?.to ?? -1);
  const entryCount = last + 1;
  const [{ from: begin } = { from: next }] = remainingRanges(withdrawn, { from: next, to: last });
  const first = fresh.findIndex(({ seq, message }) => seq === begin || message.role !== 'tool');
  const held = fresh.slice(Math.max(0, first));
  const unread = (held[0]?.seq ?? begin) - 1;
  if (unread < begin) return { entries: [...entries, ...held], entryCount, unreadThrough: -1 };
  for (const seq of [...pins].toSorted((left, right) => left - right)) {
    if (seq < begin || seq > unread) continue;
    for await (const entry of store.read(sessionId, { from: seq, to: seq })) entries.push(entry);
  }
  return { entries: [...entries, ...held], entryCount, unreadThrough: unread };
}

/** Entries since the epoch began that are held in any case. */
const MIN_HELD_ENTRIES = 2000;

/** Fewer tokens than messages have on average: hardly more than fit a window are ever held. */
const TOKENS_PER_ENTRY = 60;

/**
 * The newest entries from `from` on, oldest first; all of them where a request may hold all.
 * `known` is not read again if it is the one at `from`.
 */
async function readNewest(
  store: Store,
  { sessionId, withdrawn, from, known }: NewestEntries,
  { policy, window }: StateOptions,
): Promise<Entry[]> {
  const most = policy.unlimited === true ? Infinity : mostHeld(window);
  const oldest = known?.seq === from ? known : undefined;
  const newestFirst: Entry[] = [];
  const rest = { from: oldest === undefined ? from : from + 1, reverse: true };
  const limit = most === Infinity ? {} : { limit: most };
  for await (const entry of readRemaining(store, sessionId, withdrawn, { ...rest, ...limit })) {
    newestFirst.push(entry);
  }
  if (oldest !== undefined && newestFirst.length < most) newestFirst.push(oldest);
  return newestFirst.toReversed();
}

interface NewestEntries extends Pick<EpochLog, 'sessionId' | 'withdrawn'> {
  from: number;
  known: Entry | undefined;
}

function mostHeld(window: number): number {
  return Math.max(MIN_HELD_ENTRIES, Math.ceil(window / TOKENS_PER_ENTRY));
}

/** The `system` entries that the log begins with, and the one after them. */
async function readHead(
  store: Store,
  sessionId: string,
  withdrawn: readonly SeqRange[],
): Promise<{ head: readonly Entry[]; first: Entry | undefined }> {
  const head: Entry[] = [];
  for await (const entry of store.read(sessionId)) {
    if (isWithdrawn(withdrawn, entry.seq)) break;
    if (entry.message.role !== 'system') return { head, first: entry };
    head.push(entry);
  }
  return { head, first: undefined };
}
