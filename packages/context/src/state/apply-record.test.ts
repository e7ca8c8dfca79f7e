import { createMemoryStore, type Entry, type EntryRange, type SessionRecord } from '@everlong/core';
import { type Line, makeEntries, quarters as tokenizer } from '@everlong/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { applyRecord } from './apply-record.js';
import { loadState } from './load-state.js';
import { resolveConfig, type SessionConfig } from '../config/session-config.js';
import { type SessionState, withEntries } from './session-state.js';

const LINES: Line[] = [
  ['user', 'first question'],
  ['assistant', 'first answer'],
  ['user', 'second question'],
  ['call', 'read', { path: 'a.ts' }],
];

let config: SessionConfig;
let state: SessionState;

beforeAll(async () => {
  const store = createMemoryStore();
  config = await resolveConfig({ store, tokenizer });
  const { id } = await store.createSession({ agent: 'default' });
  state = withEntries(await loadState(store, id, config), makeEntries(LINES));
});

const apply = (given: SessionState, record: SessionRecord, recordSeq = 7): SessionState =>
  applyRecord(given, record, recordSeq, config);

const seqsOf = ({ groups }: SessionState): number[] =>
  groups.list().flatMap(({ entries }) => entries.map(({ seq }: Entry) => seq));

/** A compaction of the four entries that keeps those from `firstKept` on. */
function compaction(
  firstKept: number,
  given: Partial<Extract<SessionRecord, { type: 'compaction' }>> = {},
): SessionRecord {
  const left: EntryRange = {
    from: 0,
    to: firstKept - 1,
    disposition: 'dropped',
    reason: 'no room',
    tokens: 0,
  };
  const kept: EntryRange = {
    from: firstKept,
    to: 3,
    disposition: 'verbatim',
    reason: 'kept',
    tokens: 9,
  };
  return {
    type: 'compaction',
    epoch: 1,
    previousEpoch: 0,
    kind: 'trim',
    throughSeq: 3,
    ranges: [left, kept],
    reason: 'no room',
    createdAt: '2026-01-01T00:00:00.000Z',
    ...given,
  };
}

const SNAPSHOT = {
  text: 'what was said',
  parts: ['what was', 'said'],
  throughSeq: 1,
  tokens: 4,
} as unknown as NonNullable<Extract<SessionRecord, { type: 'compaction' }>['snapshot']>;

const USAGE = { inputTokens: 30, outputTokens: 5 };
const INPUTS = { instructions: 'a-0', tools: 'b', headTokens: 0 };

describe('applyRecord', () => {
  it.each<[string, SessionRecord, Partial<SessionState>]>([
    ['inputs', { type: 'inputs', epoch: 0, inputs: INPUTS }, { inputs: INPUTS }],
    [
      'a note behind an entry',
      { type: 'injection', epoch: 0, afterSeq: 3, text: 'half \ud83d' },
      { injections: [{ afterSeq: 3, message: { role: 'user', content: 'half \ufffd' } }] },
    ],
    ['a pin', { type: 'pin', seq: 1, pinned: true }, { pins: new Set([1]) }],
    [
      'a limit',
      { type: 'limit', maxInputTokens: 500, evidence: 'too long' },
      { maxInputTokens: 500, overflowed: true },
    ],
    [
      'usage of which nothing was predicted',
      { type: 'usage', usage: USAGE, total: USAGE, epoch: 0 },
      { spend: USAGE, spendSeq: 7 },
    ],
  ])('puts %s into force, and nothing else', (_, record, changes) => {
    expect(apply(state, record)).toEqual({ ...state, ...changes });
  });

  it.each<SessionRecord>([
    { type: 'note', name: 'hook-failed', value: {} },
    { type: 'attempt', epoch: 0, reason: 'given up', usage: USAGE },
    { type: 'fork', sourceSessionId: 'other', throughSeq: 3 },
  ])('is the same state after a record that decides nothing: $type', (record) => {
    expect(apply(state, record)).toBe(state);
  });

  it('takes a pin back', () => {
    const pinned = apply(state, { type: 'pin', seq: 1, pinned: true });
    expect(apply(pinned, { type: 'pin', seq: 1, pinned: false }).pins).toEqual(new Set());
    expect(pinned.pins).toEqual(new Set([1]));
  });

  it('learns from usage that was predicted', () => {
    const record = { type: 'usage', usage: USAGE, total: USAGE, epoch: 0 } as const;
    const { usage } = apply(state, { ...record, predictedTokens: 20 });
    expect(usage.samples).toEqual([{ countedTokens: 20, usage: USAGE }]);
    expect(usage.calibration.calls).toBe(1);
  });

  it('gives calls an error result, so that a result that comes later joins them no more', () => {
    const record = { seq: 3, throughSeq: 3, toolCallIds: ['call-3'] };
    const decided = apply(state, { type: 'synthetic-results', ...record });
    expect(decided.syntheticResults.get(3)).toEqual(record);
    expect(
      decided.groups
        .list()
        .at(-1)
        ?.messages.map(({ role }) => role),
    ).toEqual(['assistant', 'tool']);
    const later = withEntries(decided, makeEntries([['result', 'late']], 4));
    expect(later.groups.list().at(-1)).toMatchObject({ from: 4, to: 4 });
  });

  describe('of a compaction', () => {
    it('holds what is kept, and ends what was for one epoch', () => {
      const before = { ...state, overflowed: true, unreadThrough: 0, inputs: INPUTS };
      const noted = apply(before, { type: 'injection', epoch: 0, afterSeq: 3, text: 'note' });
      const next = apply(noted, compaction(2));
      expect(seqsOf(next)).toEqual([2, 3]);
      expect(next).toMatchObject({
        epoch: 1,
        compaction: { kind: 'trim' },
        injections: [],
        overflowed: false,
        unreadThrough: -1,
        inputs: INPUTS,
        entryCount: 4,
      });
      expect(seqsOf(state)).toEqual([0, 1, 2, 3]);
    });

    it('keeps entries that came while it was made', () => {
      const longer = withEntries(state, makeEntries([['user', 'and?']], 4));
      expect(seqsOf(apply(longer, compaction(2)))).toEqual([2, 3, 4]);
    });

    it('takes new inputs and a new snapshot, one message a part', () => {
      const next = apply(state, compaction(2, { snapshot: SNAPSHOT, inputs: INPUTS }));
      expect(next).toMatchObject({
        snapshot: SNAPSHOT,
        snapshotEpoch: 1,
        snapshotAtSeq: 3,
        inputs: INPUTS,
      });
      expect(next.summaries.map(({ content }) => content)).toEqual(['what was', 'said']);
    });

    it.each<[string, number | undefined, boolean]>([
      ['carries the snapshot on that it names', 1, true],
      ['leaves a snapshot out that it does not name', undefined, false],
    ])('%s', (_, snapshotEpoch, stays) => {
      const before = apply(state, compaction(2, { snapshot: SNAPSHOT }));
      const named = snapshotEpoch === undefined ? {} : { snapshotEpoch };
      const next = apply(before, compaction(2, { epoch: 2, previousEpoch: 1, ...named }));
      expect(next.snapshot).toBe(stays ? SNAPSHOT : undefined);
      expect(next.summaries).toHaveLength(stays ? 2 : 0);
      // What the snapshot covered is not covered once more.
      expect(next.snapshotAtSeq).toBe(3);
    });

    it('remembers pinned messages that leave the request, but no calls', () => {
      const pinned = [0, 3].reduce(
        (given, seq) => apply(given, { type: 'pin', seq, pinned: true }),
        state,
      );
      const next = apply(pinned, compaction(4, { ranges: [] }));
      expect(next.droppedPins.map(({ seq }) => seq)).toEqual([0]);
    });
  });
});
