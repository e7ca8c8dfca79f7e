import type { CompactionRecord, Entry, InjectionRecord, Store, StoredRecord } from '@everlong/core';

import { readDroppedPins } from './dropped-pins.js';
import { createCalibration, MAX_SAMPLES, type UsageSample } from './calibration.js';
import {
  addSample,
  isSent,
  listOf,
  type SessionState,
  type StateOptions,
} from './session-state.js';
import { createMessageGroups, type SyntheticResults } from './message-groups.js';

/** Reads what the epoch in force needs, and no more: the cost does not grow with the history. */
export async function loadState(
  store: Store,
  sessionId: string,
  options: StateOptions,
): Promise<SessionState> {
  const info = await store.getSession(sessionId);
  const compaction = await newest(store, sessionId, 'compaction');
  const snapshotRecord = await findSnapshot(store, sessionId, compaction);
  const inputs =
    compaction === undefined
      ? (await newest(store, sessionId, 'inputs'))?.inputs
      : compaction.inputs;
  const state: SessionState = {
    sessionId,
    agent: info.agent,
    entryCount: 0,
    unreadThrough: -1,
    epoch: compaction?.epoch ?? 0,
    head: await readHead(store, sessionId),
    snapshotAtSeq: snapshotRecord?.throughSeq ?? compaction?.snapshotAtSeq ?? -1,
    injections: await readInjections(store, sessionId, compaction?.epoch ?? 0),
    frozen: await readSyntheticResults(store, sessionId, firstSentSeq(compaction)),
    pins: new Set(),
    droppedPins: [],
    samples: [],
    calibration: createCalibration([]),
    overflowed: false,
    list: createMessageGroups(options),
    ...(compaction === undefined ? {} : { compaction }),
    ...(inputs === undefined ? {} : { inputs }),
  };
  if (snapshotRecord?.snapshot !== undefined) {
    state.snapshot = snapshotRecord.snapshot;
    state.snapshotEpoch = snapshotRecord.epoch;
  }
  await readTotals(store, state, options.model, compaction?.recordSeq ?? -1);
  await readEntries(store, state, options);
  state.droppedPins = await readDroppedPins(store, state);
  return state;
}

function firstSentSeq(compaction: CompactionRecord | undefined): number {
  if (compaction === undefined) return 0;
  const first = compaction.ranges.find((range) => isSent(compaction, range.from));
  return first?.from ?? compaction.throughSeq + 1;
}

async function readEntries(
  store: Store,
  state: SessionState,
  options: StateOptions,
): Promise<void> {
  const entries: Entry[] = [];
  const { compaction } = state;
  for (const range of compaction?.ranges ?? []) {
    if (compaction === undefined || !isSent(compaction, range.from)) continue;
    const from = Math.max(range.from, state.head.length);
    if (from > range.to) continue;
    for await (const entry of store.read(state.sessionId, { from, to: range.to })) {
      entries.push(entry);
    }
  }
  const next = Math.max(state.head.length, (compaction?.throughSeq ?? -1) + 1);
  const fresh = await readNewest(store, state.sessionId, next, options);
  state.entryCount = (fresh.at(-1)?.seq ?? next - 1) + 1;
  const first = fresh.findIndex(({ seq, message }) => seq === next || message.role !== 'tool');
  const held = fresh.slice(Math.max(0, first));
  const unread = (held[0]?.seq ?? next) - 1;
  if (unread >= next) {
    state.unreadThrough = unread;
    for (const seq of [...state.pins].toSorted((left, right) => left - right)) {
      if (seq < next || seq > unread) continue;
      for await (const entry of store.read(state.sessionId, { from: seq, to: seq })) {
        entries.push(entry);
      }
    }
  }
  state.list = listOf(state, [...entries, ...held], options);
}

/** Entries since the epoch began that are held in any case. */
const MIN_HELD_ENTRIES = 2000;

/** Fewer tokens than messages have on average: hardly more than fit a window are ever held. */
const TOKENS_PER_ENTRY = 60;

/** The newest entries from `from` on, oldest first; all of them where a request may hold all. */
async function readNewest(
  store: Store,
  sessionId: string,
  from: number,
  { policy, window }: StateOptions,
): Promise<Entry[]> {
  const most = Math.max(MIN_HELD_ENTRIES, Math.ceil(window / TOKENS_PER_ENTRY));
  const limit = policy.unlimited === true ? {} : { limit: most };
  const newestFirst: Entry[] = [];
  for await (const entry of store.read(sessionId, { from, reverse: true, ...limit })) {
    newestFirst.push(entry);
  }
  return newestFirst.toReversed();
}

async function readHead(store: Store, sessionId: string): Promise<Entry[]> {
  const head: Entry[] = [];
  for await (const entry of store.read(sessionId)) {
    if (entry.message.role !== 'system') break;
    head.push(entry);
  }
  return head;
}

async function readTotals(
  store: Store,
  state: SessionState,
  model: string | undefined,
  compactionSeq: number,
): Promise<void> {
  await readUsage(store, state, model);
  for await (const limit of store.readRecords(state.sessionId, { type: 'limit', reverse: true })) {
    // What one model's endpoint refused says nothing about another's.
    if (limit.type !== 'limit' || limit.model !== model) continue;
    state.maxInputTokens = limit.maxInputTokens;
    state.overflowed = limit.recordSeq > compactionSeq;
    break;
  }
  for await (const record of store.readRecords(state.sessionId, { type: 'pin' })) {
    if (record.type !== 'pin') continue;
    if (record.pinned) state.pins.add(record.seq);
    else state.pins.delete(record.seq);
  }
}

async function readUsage(
  store: Store,
  state: SessionState,
  model: string | undefined,
): Promise<void> {
  const samples: UsageSample[] = [];
  const options = { type: 'usage', reverse: true, limit: MAX_USAGE_READ } as const;
  for await (const record of store.readRecords(state.sessionId, options)) {
    if (record.type !== 'usage') continue;
    state.spend ??= record.total;
    state.spendSeq ??= record.recordSeq;
    if (record.predictedTokens === undefined || record.model !== model) continue;
    samples.unshift({ countedTokens: record.predictedTokens, usage: record.usage });
    // One more than is learned from: the newest is judged by those before it.
    if (samples.length > MAX_SAMPLES) break;
  }
  for (const sample of samples) addSample(state, sample);
}

/** Usage records that are looked through for those of the session's model. */
const MAX_USAGE_READ = 256;

async function readInjections(
  store: Store,
  sessionId: string,
  epoch: number,
): Promise<InjectionRecord[]> {
  const injections: InjectionRecord[] = [];
  for await (const record of store.readRecords(sessionId, { type: 'injection', reverse: true })) {
    if (record.type !== 'injection' || record.epoch < epoch) break;
    if (record.epoch === epoch) injections.unshift(record);
  }
  return injections;
}

async function readSyntheticResults(
  store: Store,
  sessionId: string,
  fromSeq: number,
): Promise<Map<number, SyntheticResults>> {
  const frozen = new Map<number, SyntheticResults>();
  const records = store.readRecords(sessionId, { type: 'synthetic-results', reverse: true });
  for await (const record of records) {
    if (record.type !== 'synthetic-results' || record.throughSeq < fromSeq) break;
    frozen.set(record.seq, record);
  }
  return frozen;
}

async function findSnapshot(
  store: Store,
  sessionId: string,
  last: CompactionRecord | undefined,
): Promise<CompactionRecord | undefined> {
  if (last === undefined || last.snapshot !== undefined) return last;
  if (last.snapshotEpoch === undefined) return undefined;
  for await (const record of store.readRecords(sessionId, { type: 'compaction', reverse: true })) {
    if (record.type === 'compaction' && record.epoch === last.snapshotEpoch) return record;
  }
  return undefined;
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
