import {
  ConfigError,
  type EntryInput,
  type SessionRecord,
  type Store,
  UnsupportedFormatError,
} from '@everlong/core';
import { expect } from 'vitest';

import type { ContractRules } from './contract-rules.js';
import { expectError } from '../expectations/expect-error.js';
import { compaction, sampleSnapshot } from '../samples/sample-records.js';
import { collect, newSession, say } from '../samples/samples.js';

const { type: _, ...compactionWithoutType } = compaction(1);

/** Values that no store could read back as a record. */
const wrongRecords: unknown[] = [
  undefined,
  null,
  's',
  5,
  [],
  {},
  { hello: 1 },
  { type: 5 },
  { type: '' },
  { ...compaction(1), ranges: undefined },
  { ...compaction(1), epoch: Number.NaN },
  { ...compaction(1), previousEpoch: '0' },
  { ...compactionWithoutType, throughSeq: undefined },
  { ...compaction(1), throughSeq: 1.5 },
  { ...compaction(1), ranges: [null] },
  { ...compaction(1), ranges: compaction(1).ranges.toReversed().concat(compaction(1).ranges) },
  { ...compaction(1), ranges: [{ ...compaction(1).ranges[0], to: 7 }] },
  { ...compaction(1), snapshot: { ...sampleSnapshot, text: 5 } },
  { type: 'usage' },
  { type: 'limit', maxInputTokens: Number.NaN, evidence: 'too long' },
  { type: 'refused-files', kinds: 'audio/wav', evidence: 'media type' },
  { type: 'injection', epoch: 0, afterSeq: Number.NaN, text: 'note' },
  { type: 'context-note', name: 'plan', text: 'x', seq: -2 },
  { type: 'synthetic-results', seq: 0.5, throughSeq: 1, toolCallIds: [] },
  ...[Number.NaN, -1, 1.5, '0', null, Infinity].map((seq) => ({ type: 'pin', seq, pinned: true })),
  { type: 'pin', seq: 0, pinned: 'yes' },
  { type: 'note', name: 'any', value: {}, previousEpoch: 0 },
];

/** Calls with an option that is misspelt, by the name of the right one. */
function misspelt(store: Store, sessionId: string): [option: string, () => Promise<unknown>][] {
  const pin: SessionRecord = { type: 'pin', seq: 0, pinned: true };
  const wrong = (options: object): never => options as never;
  return [
    ['expectedSeq', () => store.append(sessionId, [say('x')], wrong({ expectSeq: 9 }))],
    ['expectedEpoch', () => store.appendRecord(sessionId, pin, wrong({ expectedEpoc: 9 }))],
    ['agent', () => store.listSessions(wrong({ agnt: 'other' }))],
    ['sessionId', () => store.search('x', wrong({ sesionId: 'other' }))],
    ['from', () => collect(store.read(sessionId, wrong({ form: 1 })))],
    ['type', () => collect(store.readRecords(sessionId, wrong({ tpye: 'pin' })))],
    ['title', () => store.updateSession(sessionId, wrong({ titel: 'x' }))],
    ['title', () => store.createSession(wrong({ agent: 'a', titel: 'x' }))],
    ['metadata', () => store.append(sessionId, [say('x', wrong({ metdata: {} }))])],
  ];
}

/** Calls without what they need, or with something else in its place. */
function incomplete(store: Store, sessionId: string): Record<string, () => Promise<unknown>> {
  const missing = undefined as never;
  const none = null as never;
  return {
    createSession: () => store.createSession(missing),
    'createSession of null': () => store.createSession(none),
    updateSession: () => store.updateSession(sessionId, missing),
    append: () => store.append(sessionId, missing),
    'append with null': () => store.append(sessionId, [say('x')], none),
    'append with a text': () =>
      store.append(sessionId, [say('x')], { expectedSeq: '0' as unknown as number }),
    'appendRecord with null': () => store.appendRecord(sessionId, compaction(1), none),
    'appendRecord with a text': () =>
      store.appendRecord(sessionId, compaction(1), { expectedEpoch: '0' as unknown as number }),
    search: () => store.search(missing),
    'search for a number': () => store.search(5 as never),
    'search with null': () => store.search('x', none),
    'read with null': () => collect(store.read(sessionId, none)),
    'readRecords with null': () => collect(store.readRecords(sessionId, none)),
    'putMedia of nothing': () => store.putMedia(sessionId, missing, 'image/png'),
    'putMedia of a text': () => store.putMedia(sessionId, 'bytes' as never, 'image/png'),
    'putMedia without a type': () => store.putMedia(sessionId, new Uint8Array(1), missing),
    getMedia: () => store.getMedia(sessionId, missing),
    'getMedia of a number': () => store.getMedia(sessionId, 5 as never),
    'listSessions with null': () => store.listSessions(none),
    'listSessions of a list': () => store.listSessions({ agent: ['a'] as never }),
    'listSessions of null': () => store.listSessions({ agent: none }),
    'listSessions before a number': () => store.listSessions({ before: 5 as never }),
    'listSessions before a symbol': () => store.listSessions({ before: Symbol('x') as never }),
    'listSessions in an order that is a word': () =>
      store.listSessions({ order: 'created', reverse: 'yes' as never }),
    'read in an order that is a word': () =>
      collect(store.read(sessionId, { reverse: 'yes' as never })),
    'readRecords in an order that is a number': () =>
      collect(store.readRecords(sessionId, { reverse: 1 as never })),
    'search of what a word withdrew': () => store.search('x', { withdrawn: 'no' as never }),
    'append by a model that is a number': () =>
      store.append(sessionId, [say('x', { model: 5 as never })]),
    'append with half a surrogate pair as id': () =>
      store.append(sessionId, [say('x', { id: 'call-\ud83d' })]),
    'append with a usage that is a number': () =>
      store.append(sessionId, [say('x', { usage: 5 as never })]),
  };
}

/** Inputs that a store must refuse instead of ignoring them or storing what cannot be read. */
export const refusedInputs: ContractRules = {
  async 'a record that could not be read back is a ConfigError'({ store }) {
    const sessionId = await newSession(store);
    for (const record of wrongRecords) {
      const append = store.appendRecord(sessionId, record as SessionRecord);
      await expectError(append, ConfigError.isInstance, JSON.stringify(record));
    }
    expect(await collect(store.readRecords(sessionId))).toEqual([]);
    expect((await store.getSession(sessionId)).epoch).toBe(0);
  },
  async 'a compaction without its type is one, and a record of a newer version is taken'({
    store,
  }) {
    const sessionId = await newSession(store);
    const untyped = compactionWithoutType as SessionRecord;
    await store.appendRecord(sessionId, untyped, { expectedEpoch: 0 });
    await store.appendRecord(sessionId, { type: 'newer', of: 2 } as unknown as SessionRecord);
    const [found] = await collect(store.readRecords(sessionId, { type: 'compaction' }));
    expect(found).toMatchObject(compaction(1));
    expect(await collect(store.readRecords(sessionId))).toHaveLength(2);
    expect((await store.getSession(sessionId)).epoch).toBe(1);
  },
  async 'an unknown option is a ConfigError that names it and the right one'({ store }) {
    const sessionId = await newSession(store);
    const before = await store.getSession(sessionId);
    for (const [option, call] of misspelt(store, sessionId)) {
      const isNamed = (error: unknown): boolean =>
        ConfigError.isInstance(error) &&
        new RegExp(`no option.*\\b${option}\\b`).test(error.message);
      await expectError(call(), isNamed, `the misspelt ${option}`);
    }
    expect(await store.listSessions()).toEqual([before]);
  },
  async 'a call without its arguments is a ConfigError'({ store }) {
    const sessionId = await newSession(store);
    for (const [name, call] of Object.entries(incomplete(store, sessionId))) {
      await expectError(call(), ConfigError.isInstance, name);
    }
    expect(await store.listSessions()).toHaveLength(1);
    expect((await store.getSession(sessionId)).entryCount).toBe(0);
  },
  async 'metadata of an entry that readers cannot rely on are a ConfigError'({ store }) {
    const sessionId = await newSession(store);
    for (const metadata of [{ origin: 'robot' }, { origin: null }, { origin: 5 }, 'x', ['x']]) {
      const append = store.append(sessionId, [say('x', { metadata } as Partial<EntryInput>)]);
      await expectError(append, ConfigError.isInstance, JSON.stringify(metadata));
    }
    for (const origin of ['user', 'tool', 'summary', 'system', undefined] as const) {
      const metadata = { ...(origin === undefined ? {} : { origin }), other: 'robot' };
      await store.append(sessionId, [say('x', { metadata })]);
    }
    expect((await store.getSession(sessionId)).entryCount).toBe(5);
  },
  async 'the input of a call that no text can hold is refused, and so is the whole append'({
    store,
  }) {
    const sessionId = await newSession(store);
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    for (const input of [{ big: 1n }, cycle, new Map([[1, 2]]), { deep: [new Set([1])] }]) {
      const part = { type: 'tool-call', toolCallId: 'c', toolName: 'any', input } as const;
      const append = store.append(sessionId, [
        say('first'),
        { message: { role: 'assistant', content: [part] } },
      ]);
      await expectError(append, UnsupportedFormatError.isInstance, 'append');
    }
    expect((await store.getSession(sessionId)).entryCount).toBe(0);
  },
};
