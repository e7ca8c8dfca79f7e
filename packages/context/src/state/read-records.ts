import type { CompactionRecord, InjectionRecord, Store, StoredRecord, Usage } from '@everlong/core';
import { definedFields, isSameName } from '@everlong/core/internal';
import { isWithdrawn, type SeqRange } from '@everlong/core/store-kit';

import { MAX_SAMPLES, type UsageSample } from './calibration.js';
import { type ContextNote, withNote } from './context-notes.js';
import { findCompaction } from './find-compaction.js';
import type { EpochInForce } from './find-epoch.js';
import type { SyntheticResults } from './message-groups.js';
import { summaryMessages, toSentProfile } from './opening-messages.js';
import type { RequestedCompaction, SessionState } from './session-state.js';
import { usableRecords } from './usable-records.js';
import { NO_USAGE_HISTORY, withSample } from './usage-history.js';
import { type Injection, withInjection } from './injections.js';

/** The entries that a user has pinned. */
export async function readPins(
  store: Store,
  sessionId: string,
  withdrawn: readonly SeqRange[],
): Promise<Set<number>> {
  const pins = new Set<number>();
  for await (const record of usableRecords(store, sessionId, { type: 'pin' })) {
    if (record.pinned && !isWithdrawn(withdrawn, record.seq)) pins.add(record.seq);
    else pins.delete(record.seq);
  }
  return pins;
}

/** The agent's notes now, and those of the time when the epoch began. */
export async function readNotes(
  store: Store,
  sessionId: string,
  { compaction, withdrawn }: EpochInForce,
): Promise<{ notes: readonly ContextNote[]; notesThen: readonly ContextNote[] }> {
  let notes: readonly ContextNote[] = [];
  let notesThen = notes;
  for await (const record of usableRecords(store, sessionId, { type: 'context-note' })) {
    if (isWithdrawn(withdrawn, record.seq)) continue;
    notes = withNote(notes, record);
    if (record.recordSeq < (compaction?.recordSeq ?? -1)) notesThen = notes;
  }
  return { notes, notesThen };
}

/** The compaction that the agent asked for in this epoch, if that is pending. */
export async function readCompactionRequest(
  store: Store,
  sessionId: string,
  epoch: number,
): Promise<RequestedCompaction | undefined> {
  const record = await newest(store, sessionId, 'compaction-request');
  if (record === undefined || record.epoch !== epoch) return undefined;
  const { reason, note, declined } = record;
  return declined === undefined ? { reason, ...definedFields({ note }) } : undefined;
}

/** The longest prompt that the provider of this model is known to take. */
export async function readLimit(
  store: Store,
  sessionId: string,
  model: string | undefined,
  epoch: EpochInForce,
): Promise<Pick<SessionState, 'maxInputTokens' | 'overflowed'>> {
  for await (const limit of usableRecords(store, sessionId, { type: 'limit', reverse: true })) {
    // What one model's endpoint refused says nothing about another's.
    if (!isSameName(limit.model, model)) continue;
    const { maxInputTokens } = limit;
    return { maxInputTokens, overflowed: limit.recordSeq > epoch.recordSeq };
  }
  return { maxInputTokens: undefined, overflowed: false };
}

/** The kinds of files that the provider of this model was seen to refuse. */
export async function readRefusedFiles(
  store: Store,
  sessionId: string,
  model: string | undefined,
  epoch: EpochInForce,
): Promise<Pick<SessionState, 'refusedFiles' | 'newlyRefused'>> {
  const known = new Set<string>();
  const fresh = new Set<string>();
  for await (const record of usableRecords(store, sessionId, { type: 'refused-files' })) {
    if (!isSameName(record.model, model)) continue;
    const refused = record.recordSeq > epoch.recordSeq ? fresh : known;
    for (const kind of record.kinds) refused.add(kind);
  }
  return { refusedFiles: [...known], newlyRefused: [...fresh] };
}

/** What was billed so far, and the newest reports of this model's calls. */
export async function readUsage(
  store: Store,
  sessionId: string,
  model: string | undefined,
): Promise<Pick<SessionState, 'spend' | 'spendSeq' | 'usage'>> {
  const samples: UsageSample[] = [];
  let last: { spend: Usage; spendSeq: number } | undefined;
  const options = { type: 'usage', reverse: true, limit: MAX_USAGE_READ } as const;
  for await (const record of usableRecords(store, sessionId, options)) {
    last ??= { spend: record.total, spendSeq: record.recordSeq };
    if (record.predictedTokens === undefined || !isSameName(record.model, model)) continue;
    samples.unshift({ countedTokens: record.predictedTokens, usage: record.usage });
    // One more than the samples that count: the newest is judged by those before it.
    if (samples.length > MAX_SAMPLES) break;
  }
  const usage = samples.reduce(withSample, NO_USAGE_HISTORY);
  return { spend: last?.spend, spendSeq: last?.spendSeq, usage };
}

/** Usage records that are looked through for those of the session's model. */
const MAX_USAGE_READ = 256;

/** What the epoch in force sends besides entries, in the order of the records. */
export async function readInjections(
  store: Store,
  sessionId: string,
  { epoch, compaction }: EpochInForce,
): Promise<Pick<SessionState, 'injections' | 'inputBase'>> {
  const isOwn = compaction?.epoch === epoch;
  const earlier = new Set(isOwn ? compaction.injectionEpochs : []);
  const behind = compaction?.snapshot?.throughSeq ?? -1;
  const oldest = Math.min(epoch, ...earlier);
  const records: InjectionRecord[] = [];
  let inputBase: SessionState['inputBase'];
  const newestFirst = { type: 'injection', reverse: true } as const;
  for await (const record of usableRecords(store, sessionId, newestFirst)) {
    if (record.epoch < oldest) break;
    if (record.epoch === epoch || earlier.has(record.epoch)) inputBase ??= record.change?.base;
    const isKept = earlier.has(record.epoch) && record.afterSeq > behind;
    if (record.epoch === epoch || isKept) records.unshift(record);
  }
  return { injections: records.reduce<readonly Injection[]>(withInjection, []), inputBase };
}

/** Injections of other kinds that are passed over in search of the newest one about files. */
const MAX_INJECTIONS_READ = 64;

/** What was found when files were last read; `undefined` where that is long ago. */
export async function readKnownResources(
  store: Store,
  sessionId: string,
): Promise<SessionState['resources']> {
  const newestFirst = { type: 'injection', reverse: true, limit: MAX_INJECTIONS_READ } as const;
  for await (const record of usableRecords(store, sessionId, newestFirst)) {
    if (record.resources === undefined) continue;
    return { epoch: record.epoch, files: record.resources };
  }
  return undefined;
}

/** The calls that got an error result, of exchanges from `fromSeq` on. */
export async function readSyntheticResults(
  store: Store,
  sessionId: string,
  fromSeq: number,
): Promise<Map<number, SyntheticResults>> {
  const results = new Map<number, SyntheticResults>();
  const newestFirst = { type: 'synthetic-results', reverse: true } as const;
  for await (const record of usableRecords(store, sessionId, newestFirst)) {
    if (record.throughSeq < fromSeq) break;
    results.set(record.seq, record);
  }
  return results;
}

/** The snapshot that the epoch sends: of its own record, or of the one that it names. */
export async function readSnapshot(
  store: Store,
  sessionId: string,
  compaction: CompactionRecord | undefined,
  model: string | undefined,
): Promise<Pick<SessionState, 'snapshot' | 'snapshotEpoch' | 'snapshotAtSeq' | 'summaries'>> {
  const record = await findSnapshotRecord(store, sessionId, compaction);
  const snapshot = record?.snapshot;
  return {
    snapshot,
    snapshotEpoch: snapshot === undefined ? undefined : record?.epoch,
    snapshotAtSeq: record?.throughSeq ?? compaction?.snapshotAtSeq ?? -1,
    summaries: summaryMessages(snapshot, model),
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
export async function readInputs(
  store: Store,
  sessionId: string,
  { epoch, compaction, inputs }: EpochInForce,
): Promise<Pick<SessionState, 'inputs' | 'profile'>> {
  if (compaction?.epoch === epoch) {
    const { profile } = compaction;
    if (inputs !== undefined) return { inputs, profile: toSentProfile(profile) };
  }
  const record = await newest(store, sessionId, 'inputs');
  const own = record?.epoch === epoch ? record : undefined;
  return { inputs: inputs ?? own?.inputs, profile: toSentProfile(own?.profile) };
}

async function newest<Type extends StoredRecord['type']>(
  store: Store,
  sessionId: string,
  type: Type,
): Promise<Extract<StoredRecord, { type: Type }> | undefined> {
  for await (const record of usableRecords(store, sessionId, { type, reverse: true, limit: 1 })) {
    return record;
  }
  return undefined;
}
