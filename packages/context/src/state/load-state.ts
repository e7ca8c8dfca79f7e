import type {
  CompactionRecord,
  Entry,
  InjectionRecord,
  Store,
  StoredRecord,
  Usage,
} from '@everlong/core';

import { isWithdrawn, remainingRanges, type SeqRange } from '@everlong/core/store-kit';

import { type ContextNote, withNote } from './context-notes.js';
import { MAX_SAMPLES, type UsageSample } from './calibration.js';
import { readDroppedPins } from './dropped-pins.js';
import { type EpochInForce, findCompaction, findEpoch } from './find-epoch.js';
import type { SyntheticResults } from './message-groups.js';
import {
  groupsOf,
  isSent,
  sendNotes,
  sendProfile,
  type SessionState,
  type StateOptions,
  summaryMessages,
} from './session-state.js';
import { rangesWithin } from './ranges.js';
import { readRemaining } from './read-remaining.js';
import { NO_USAGE_HISTORY, withSample } from './usage-history.js';
import { type Injection, withInjection } from '../rendering/assemble-messages.js';

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
  const decided = { compaction, syntheticResults, unreadThrough };
  const groups = groupsOf(decided, log.entries, options);
  const sent = { sessionId, pins, head, entryCount, groups, compaction };
  const { notes, notesThen } = await readNotes(store, sessionId, inForce);
  return {
    ...sent,
    agent: info.agent,
    unreadThrough,
    epoch,
    withdrawn,
    ...(await readSnapshot(store, sessionId, compaction)),
    ...(await readInputs(store, sessionId, inForce)),
    injections: await readInjections(store, sessionId, epoch),
    resources: await readResources(store, sessionId),
    syntheticResults,
    notes,
    sentNotes: sendNotes(notesThen, compaction, options.counter),
    compactionRequest: await readRequest(store, sessionId, epoch),
    droppedPins: await readDroppedPins(store, sent),
    ...(await readLimit(store, sessionId, options.model, inForce)),
    ...(await readUsage(store, sessionId, options.model)),
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

async function readPins(
  store: Store,
  sessionId: string,
  withdrawn: readonly SeqRange[],
): Promise<Set<number>> {
  const pins = new Set<number>();
  for await (const record of store.readRecords(sessionId, { type: 'pin' })) {
    if (record.type !== 'pin') continue;
    if (record.pinned && !isWithdrawn(withdrawn, record.seq)) pins.add(record.seq);
    else pins.delete(record.seq);
  }
  return pins;
}

/** The agent's notes now, and those of the time when the epoch began. */
async function readNotes(
  store: Store,
  sessionId: string,
  { compaction, withdrawn }: EpochInForce,
): Promise<{ notes: readonly ContextNote[]; notesThen: readonly ContextNote[] }> {
  let notes: readonly ContextNote[] = [];
  let notesThen = notes;
  for await (const record of store.readRecords(sessionId, { type: 'context-note' })) {
    if (record.type !== 'context-note' || isWithdrawn(withdrawn, record.seq)) continue;
    notes = withNote(notes, record);
    if (record.recordSeq < (compaction?.recordSeq ?? -1)) notesThen = notes;
  }
  return { notes, notesThen };
}

/** Why the agent asked for the epoch to end, if that is pending. */
async function readRequest(
  store: Store,
  sessionId: string,
  epoch: number,
): Promise<string | undefined> {
  const record = await newest(store, sessionId, 'compaction-request');
  if (record === undefined || record.epoch !== epoch) return undefined;
  return record.declined === undefined ? record.reason : undefined;
}

async function readLimit(
  store: Store,
  sessionId: string,
  model: string | undefined,
  epoch: EpochInForce,
): Promise<Pick<SessionState, 'maxInputTokens' | 'overflowed'>> {
  for await (const limit of store.readRecords(sessionId, { type: 'limit', reverse: true })) {
    // What one model's endpoint refused says nothing about another's.
    if (limit.type !== 'limit' || limit.model !== model) continue;
    const { maxInputTokens } = limit;
    return { maxInputTokens, overflowed: limit.recordSeq > epoch.recordSeq };
  }
  return { maxInputTokens: undefined, overflowed: false };
}

async function readUsage(
  store: Store,
  sessionId: string,
  model: string | undefined,
): Promise<Pick<SessionState, 'spend' | 'spendSeq' | 'usage'>> {
  const samples: UsageSample[] = [];
  let last: { spend: Usage; spendSeq: number } | undefined;
  const options = { type: 'usage', reverse: true, limit: MAX_USAGE_READ } as const;
  for await (const record of store.readRecords(sessionId, options)) {
    if (record.type !== 'usage') continue;
    last ??= { spend: record.total, spendSeq: record.recordSeq };
    if (record.predictedTokens === undefined || record.model !== model) continue;
    samples.unshift({ countedTokens: record.predictedTokens, usage: record.usage });
    // One more than is learned from: the newest is judged by those before it.
    if (samples.length > MAX_SAMPLES) break;
  }
  const usage = samples.reduce(withSample, NO_USAGE_HISTORY);
  return { spend: last?.spend, spendSeq: last?.spendSeq, usage };
}

/** Usage records that are looked through for those of the session's model. */
const MAX_USAGE_READ = 256;

async function readInjections(
  store: Store,
  sessionId: string,
  epoch: number,
): Promise<readonly Injection[]> {
  const records: InjectionRecord[] = [];
  for await (const record of store.readRecords(sessionId, { type: 'injection', reverse: true })) {
    if (record.type !== 'injection' || record.epoch < epoch) break;
    if (record.epoch === epoch) records.unshift(record);
  }
  return records.reduce<readonly Injection[]>(withInjection, []);
}

/** Injections of other kinds that are passed over in search of the newest one about files. */
const MAX_INJECTIONS_READ = 64;

async function readResources(store: Store, sessionId: string): Promise<SessionState['resources']> {
  const newestFirst = { type: 'injection', reverse: true, limit: MAX_INJECTIONS_READ } as const;
  for await (const record of store.readRecords(sessionId, newestFirst)) {
    if (record.type !== 'injection' || record.resources === undefined) continue;
    return { epoch: record.epoch, files: record.resources };
  }
  return undefined;
}

async function readSyntheticResults(
  store: Store,
  sessionId: string,
  fromSeq: number,
): Promise<Map<number, SyntheticResults>> {
  const results = new Map<number, SyntheticResults>();
  const records = store.readRecords(sessionId, { type: 'synthetic-results', reverse: true });
  for await (const record of records) {
    if (record.type !== 'synthetic-results' || record.throughSeq < fromSeq) break;
    results.set(record.seq, record);
  }
  return results;
}

/** The snapshot that the epoch sends: of its own record, or of the one that it names. */
async function readSnapshot(
  store: Store,
  sessionId: string,
  compaction: CompactionRecord | undefined,
): Promise<Pick<SessionState, 'snapshot' | 'snapshotEpoch' | 'snapshotAtSeq' | 'summaries'>> {
  const record = await findSnapshotRecord(store, sessionId, compaction);
  const snapshot = record?.snapshot;
  return {
    snapshot,
    snapshotEpoch: snapshot === undefined ? undefined : record?.epoch,
    snapshotAtSeq: record?.throughSeq ?? compaction?.snapshotAtSeq ?? -1,
    summaries: summaryMessages(snapshot),
  };
}

async function findSnapshotRecord(
  store: Store,
  sessionId: string,
  last: CompactionRecord | undefined,
): Promise<CompactionRecord | undefined> {
  if (last === undefined || last.snapshot !== undefined) return last;
  return findCompaction(store, sessionId, last.snapshotEpoch);
}

/** What the epoch was made with, which its compaction says, or else a record of its own. */
async function readInputs(
  store: Store,
  sessionId: string,
  { epoch, compaction, inputs }: EpochInForce,
): Promise<Pick<SessionState, 'inputs' | 'profile'>> {
  if (compaction?.epoch === epoch) {
    const { profile } = compaction;
    if (inputs !== undefined) return { inputs, profile: sendProfile(profile) };
  }
  const record = await newest(store, sessionId, 'inputs');
  const own = record?.epoch === epoch ? record : undefined;
  return { inputs: inputs ?? own?.inputs, profile: sendProfile(own?.profile) };
}

async function newest<Type extends StoredRecord['type']>(
  store: Store,
  sessionId: string,
  type: Type,
): Promise<Extract<StoredRecord, { type: Type }> | undefined> {
  for await (const record of store.readRecords(sessionId, { type, reverse: true, limit: 1 })) {
    if (record.type === type) return record as Extract<StoredRecord, { type: Type }>;
  }
  return undefined;
}
