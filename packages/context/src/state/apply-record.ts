import type { CompactionRecord, InjectionRecord, SessionRecord } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { isWithdrawn } from '@everlong/core/store-kit';

import { withNote } from './context-notes.js';
import { droppedPins } from './dropped-pins.js';
import { withHookNote } from './hook-failures.js';
import { closeExchange, groupsOfEpoch } from './message-groups.js';
import { summaryMessages, toSentNotes, toSentProfile } from './opening-messages.js';
import { isSent } from './ranges.js';
import type { SessionState, StateOptions } from './session-state.js';
import { withSample } from './usage-history.js';
import { withInjection } from './injections.js';

/**
 * The state once a record is durable: every decision that the session makes comes into force here.
 * A pin brings back no message by itself; `droppedPins` are read from the store, and so is all
 * that a rewind leaves.
 */
export function applyRecord(
  state: SessionState,
  record: SessionRecord,
  recordSeq: number,
  options: StateOptions,
): SessionState {
  switch (record.type) {
    case 'compaction':
      return withCompaction(state, record, options);
    case 'inputs':
      return { ...state, inputs: record.inputs, profile: toSentProfile(record.profile) };
    case 'injection':
      return withInjected(state, record);
    case 'synthetic-results': {
      const { seq, throughSeq, toolCallIds } = record;
      const results = new Map(state.syntheticResults).set(seq, { seq, throughSeq, toolCallIds });
      return { ...state, syntheticResults: results, groups: closeExchange(state.groups) };
    }
    case 'pin':
      if (isWithdrawn(state.withdrawn, record.seq)) return state;
      return { ...state, pins: withPin(state.pins, record.seq, record.pinned) };
    case 'context-note':
      return { ...state, notes: withNote(state.notes, record) };
    case 'compaction-request': {
      const { reason, note, declined } = record;
      const asked = { reason, ...definedFields({ note }) };
      return { ...state, compactionRequest: declined === undefined ? asked : undefined };
    }
    case 'limit':
      return { ...state, maxInputTokens: record.maxInputTokens, overflowed: true };
    case 'refused-files':
      return { ...state, newlyRefused: [...new Set([...state.newlyRefused, ...record.kinds])] };
    case 'usage': {
      const { usage, predictedTokens, total } = record;
      const billed = { ...state, spend: total, spendSeq: recordSeq };
      if (predictedTokens === undefined) return billed;
      return {
        ...billed,
        usage: withSample(state.usage, { countedTokens: predictedTokens, usage }),
      };
    }
    case 'note': {
      const hookFailures = withHookNote(state.hookFailures, record);
      return hookFailures === state.hookFailures ? state : { ...state, hookFailures };
    }
    default:
      return state;
  }
}

function withInjected(state: SessionState, record: InjectionRecord): SessionState {
  const { epoch, resources } = record;
  const checked = resources === undefined ? {} : { resources: { epoch, files: resources } };
  const based = record.change === undefined ? {} : { inputBase: record.change.base };
  return { ...state, ...checked, ...based, injections: withInjection(state.injections, record) };
}

/** From here on only what the compaction keeps is in memory. */
function withCompaction(
  state: SessionState,
  record: CompactionRecord,
  options: StateOptions,
): SessionState {
  const staysSent = (seq: number): boolean => seq > record.throughSeq || isSent(record, seq);
  const known = [
    ...state.droppedPins,
    ...state.groups.list().flatMap((group) => group.entries),
  ].toSorted((left, right) => left.seq - right.seq);
  const next = {
    ...state,
    ...snapshotAfter(state, record, options),
    compaction: record,
    epoch: record.epoch,
    unreadThrough: -1,
    injections: keptInjections(state, record),
    inputBase: record.injectionEpochs === undefined ? undefined : state.inputBase,
    profile: toSentProfile(record.profile),
    sentNotes: toSentNotes(state.notes, record, options.counter),
    compactionRequest: undefined,
    overflowed: false,
    refusedFiles: [...new Set([...state.refusedFiles, ...state.newlyRefused])],
    newlyRefused: [],
    inputs: record.inputs ?? state.inputs,
    droppedPins:
      state.pins.size === 0
        ? []
        : droppedPins({ pins: state.pins, compaction: record }, known, staysSent),
  };
  const entries = known.filter(({ seq }) => staysSent(seq));
  return { ...next, groups: groupsOfEpoch(next, entries, options) };
}

/** What was put behind a provider's block stays there. */
function keptInjections(
  { injections }: SessionState,
  { injectionEpochs, snapshot }: CompactionRecord,
): SessionState['injections'] {
  const behind = snapshot?.throughSeq ?? Infinity;
  return injectionEpochs === undefined
    ? []
    : injections.filter(({ afterSeq }) => afterSeq > behind);
}

type SnapshotFields = Pick<
  SessionState,
  'snapshot' | 'snapshotEpoch' | 'snapshotAtSeq' | 'summaries'
>;

function snapshotAfter(
  state: SessionState,
  record: CompactionRecord,
  { model }: StateOptions,
): SnapshotFields {
  const { snapshot, snapshotEpoch, epoch, throughSeq } = record;
  if (snapshot !== undefined) {
    const summaries = summaryMessages(snapshot, model);
    return { snapshot, snapshotEpoch: epoch, snapshotAtSeq: throughSeq, summaries };
  }
  if (snapshotEpoch !== undefined) return state;
  const { snapshotAtSeq = state.snapshotAtSeq } = record;
  return { snapshot: undefined, snapshotEpoch: undefined, snapshotAtSeq, summaries: [] };
}

function withPin(pins: ReadonlySet<number>, seq: number, pinned: boolean): ReadonlySet<number> {
  const next = new Set(pins);
  if (pinned) next.add(seq);
  else next.delete(seq);
  return next;
}
