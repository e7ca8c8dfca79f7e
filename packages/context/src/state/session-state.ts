import type {
  CompactionRecord,
  Entry,
  EpochInputs,
  InjectionRecord,
  Snapshot,
  Usage,
} from '@everlong/core';

import { droppedPins } from './dropped-pins.js';
import {
  type Calibration,
  createCalibration,
  isCutAgain,
  isTruncated,
  MAX_SAMPLES,
  type UsageSample,
} from './calibration.js';
import type { Truncation } from './context-state.js';
import type { Counter } from '../rendering/counter.js';
import type { Policy } from '../policies/policy.js';
import { rangeAt } from './ranges.js';
import type { RequestLimits } from '../truncation/request-limits.js';
import {
  createMessageGroups,
  type SyntheticResults,
  type MessageGroups,
} from './message-groups.js';

/** What a session holds in memory: the epoch in force and the entries that it sends. */
export interface SessionState {
  sessionId: string;
  agent: string;
  /** The number of entries in the log. */
  entryCount: number;
  /**
   * The last of the entries since the epoch began that are too many to be held in memory; -1 without
   * such. The next request begins a new epoch without them.
   */
  unreadThrough: number;
  epoch: number;
  /** The `system` entries that open the log. */
  head: Entry[];
  compaction?: CompactionRecord;
  /** The snapshot that is sent, and the epoch whose record holds it. */
  snapshot?: Snapshot;
  snapshotEpoch?: number;
  /** The newest entry when that snapshot was made; -1 before the first. */
  snapshotAtSeq: number;
  inputs?: EpochInputs;
  injections: InjectionRecord[];
  frozen: Map<number, SyntheticResults>;
  pins: Set<number>;
  /** Pinned messages that this epoch does not send. */
  droppedPins: Entry[];
  spend?: Usage;
  /** The record whose sum that is. */
  spendSeq?: number;
  /** The longest prompt that the provider was seen to take. */
  maxInputTokens?: number;
  /** The newest calls that the session's model was billed for, oldest first. */
  samples: UsageSample[];
  calibration: Calibration;
  /** The last call, if the provider seems to have read only a part of its prompt. */
  truncation?: Truncation;
  /** Whether the provider said of a request of this epoch that it is too long. */
  overflowed: boolean;
  list: MessageGroups;
}

export interface StateOptions {
  model: string | undefined;
  counter: Counter;
  limits: RequestLimits;
  policy: Pick<Policy, 'unlimited'>;
  window: number;
}

/** Takes entries that were just appended or read; they must follow those known already. */
export function addEntries(state: SessionState, entries: readonly Entry[]): void {
  for (const entry of entries) {
    if (entry.seq !== state.entryCount) continue;
    state.entryCount++;
    if (entry.message.role === 'system' && state.head.length === entry.seq) state.head.push(entry);
    else state.list.add(entry);
  }
}

/** Puts a compaction into force: from here on only what it keeps is in memory. */
export function applyCompaction(
  state: SessionState,
  record: CompactionRecord,
  options: StateOptions,
): void {
  const staysSent = (seq: number): boolean => seq > record.throughSeq || isSent(record, seq);
  const known = [
    ...state.droppedPins,
    ...state.list.groups.flatMap((group) => group.entries),
  ].toSorted((left, right) => left.seq - right.seq);
  const entries = known.filter(({ seq }) => staysSent(seq));
  state.droppedPins = droppedPins(state, known, staysSent);
  state.compaction = record;
  state.epoch = record.epoch;
  state.unreadThrough = -1;
  state.injections = [];
  state.overflowed = false;
  if (record.inputs !== undefined) state.inputs = record.inputs;
  if (record.snapshot !== undefined) {
    state.snapshot = record.snapshot;
    state.snapshotEpoch = record.epoch;
    state.snapshotAtSeq = record.throughSeq;
  } else if (record.snapshotEpoch === undefined) {
    delete state.snapshot;
    delete state.snapshotEpoch;
  }
  state.list = listOf(state, entries, options);
}

/** The groups of these entries, rendered as the epoch in force has them. */
export function listOf(
  state: SessionState,
  entries: readonly Entry[],
  options: StateOptions,
): MessageGroups {
  const ranges = state.compaction?.ranges ?? [];
  const allowances = new Map(
    ranges.flatMap(({ from, maxTokens }) => (maxTokens === undefined ? [] : [[from, maxTokens]])),
  );
  const throughSeq = state.compaction?.throughSeq ?? -1;
  const isMasked = (seq: number): boolean => rangeAt(ranges, seq)?.disposition === 'masked';
  const isWithoutFiles = (seq: number): boolean => rangeAt(ranges, seq)?.withoutFiles === true;
  const list = createMessageGroups({
    ...options,
    allowances,
    isMasked,
    isWithoutFiles,
    cutOf: (seq) => rangeAt(ranges, seq)?.cut,
    frozen: state.frozen,
  });
  const kept = entries.filter((entry) => entry.seq <= throughSeq);
  for (const entry of kept) list.add(entry);
  if ((kept.at(-1)?.seq ?? -1) < throughSeq || state.unreadThrough >= 0) list.seal();
  for (const entry of entries.slice(kept.length)) list.add(entry);
  return list;
}

/** Whether an entry that the compaction decides about is still sent. */
export function isSent({ ranges }: CompactionRecord, seq: number): boolean {
  const disposition = rangeAt(ranges, seq)?.disposition;
  return disposition === 'verbatim' || disposition === 'truncated' || disposition === 'masked';
}

/** Takes a provider's report in. */
export function addSample(state: SessionState, sample: UsageSample): void {
  const { countedTokens, usage } = sample;
  if (isTruncated(state.calibration, sample) || isCutAgain(state.truncation, sample)) {
    state.truncation = { sentTokens: countedTokens, readTokens: usage.inputTokens };
  } else delete state.truncation;
  state.samples = [...state.samples, sample].slice(-MAX_SAMPLES);
  state.calibration = createCalibration(state.samples);
}
