import { readdir } from 'node:fs/promises';

import { ConfigError, type Memory } from '@everlong/core';
import { expect, test } from 'vitest';

import { createMemory } from '../../src/index.js';
import { conversation, useFolder, useMemory } from '../support/use-memory.js';

/** A memory whose arguments no type checks. */
type Untyped = Record<keyof Memory, (...args: unknown[]) => Promise<unknown>>;

const fact = { subject: 'user', predicate: 'lives in', object: 'Leipzig' };
const [entry] = conversation('one', ['I live in Hamburg.']);
const note = { sessionId: 'one', fromSeq: 0, throughSeq: 3, date: '2026-03-02', text: 'Tea.' };

const refused: [keyof Memory, unknown[], RegExp][] = [
  ['observe', [entry], /takes a list of entries.*Put one entry in a list/s],
  ['observe', [], /takes a list of entries, not undefined/],
  ['observe', [[{ ...entry, id: undefined }]], /id of entry 0 is undefined/],
  ['observe', [[entry, { ...entry, sessionId: '' }]], /sessionId of entry 1 is ""/],
  ['observe', [[{ ...entry, createdAt: 'soon' }]], /createdAt of entry 0 is "soon".*ISO 8601/],
  ['observe', [[{ ...entry, message: 'Hello.' }]], /message of entry 0 is "Hello\."/],
  ['observe', [[{ ...entry, seq: -1 }]], /seq of entry 0 is -1/],
  ['observe', [['Hello.']], /entry 0 of memory\.observe is "Hello\."/],
  ['observe', [[entry], { extracts: false }], /Did you mean "extract"/],
  ['observedThroughSeq', [], /The session id is undefined/],
  ['recall', [], /The query of memory\.recall must be a string, not undefined/],
  ['recall', ['tea', { limt: 3 }], /Did you mean "limit"/],
  ['recall', ['tea', { limit: '3' }], /limit of memory\.recall must be a number/],
  ['recall', ['tea', { excludes: 'one' }], /excludes of memory\.recall must be a function/],
  ['recall', ['tea', { validAt: '2.3.2026' }], /validAt is "2\.3\.2026".*ISO 8601/],
  ['write', [], /memory\.write takes an object/],
  ['write', [{ ...fact, valid_from: '2020-01-01' }], /no option "valid_from"\. Use "validFrom"/],
  ['write', [[fact, { ...fact, cardinality: 'single' }]], /is "single"\. Give "one" or "many"/],
  ['write', [{ ...fact, validFrom: '2026-02-30' }], /validFrom is "2026-02-30"/],
  ['write', [{ ...fact, confidence: 90 }], /confidence of a fact must be a number from 0 to 1/],
  ['write', [{ ...fact, trust: 'me' }], /trust of a fact is "me"/],
  ['entity', [], /The name for memory\.entity is undefined/],
  ['merge', ['Ada'], /The alias is undefined/],
  ['separate', [4], /The alias is 4/],
  ['list', [{ entity: 'Ada' }], /memory\.list has no option "entity"/],
  ['list', [{ limit: -1 }], /limit of memory\.list/],
  ['profile', [], /maxTokens of memory\.profile must be a number/],
  [
    'profile',
    [{ maxTokens: 4, excludes: 'one' }],
    /excludes of memory\.profile must be a function/,
  ],
  ['profile', [{ maxToken: 4 }], /Did you mean "maxTokens"/],
  ['learnings', [5], /The query of memory\.learnings/],
  ['learnings', ['tea', { maxTokns: 5 }], /Did you mean "maxTokens"/],
  ['note', [], /memory\.note takes an object/],
  ['note', [{ ...note, fromSeq: undefined }], /fromSeq of a note is undefined/],
  ['note', [{ ...note, throughSeq: undefined }], /throughSeq of a note is undefined/],
  ['note', [{ ...note, fromSeq: 4 }], /about the entries 4 to 3/],
  ['note', [{ ...note, date: '2.3.2026' }], /date of a note is "2\.3\.2026".*ISO 8601/],
  ['note', [{ ...note, text: undefined }], /text of a note is undefined/],
  ['flush', [{ timeout: 5 }], /Did you mean "timeoutMs"/],
  ['flush', [{ timeoutMs: -5 }], /timeoutMs of memory\.flush/],
  ['withdraw', [], /sessionId of memory\.withdraw is undefined/],
  ['withdraw', [{ session: 'one', fromSeq: 0 }], /no option "session"/],
  ['withdraw', [{ sessionId: 'one' }], /fromSeq of memory\.withdraw is undefined/],
  ['forget', [], /from nothing\. Give \{ entity \}/],
  ['forget', [{}], /from \{\}\. Give \{ entity \}/],
  ['forget', [{ entitty: 'Ada' }], /Did you mean "entity"/],
  ['forget', [{ entity: '' }], /from \{ entity: "" \}/],
  ['forget', [{ entryId: 'one-0' }], /from \{ entryId: "one-0" \}/],
  ['forget', [{ entity: 'Ada', sessionId: 'one' }], /cannot tell what to forget/],
  ['forget', [{ everything: false }], /from \{ everything: false \}/],
];

test.for(refused)('%s refuses %j', async ([method, args, message]) => {
  const notesDirectory = await useFolder();
  const memory = await useMemory({ path: ':memory:', notesDirectory });
  await memory.write('agent', fact);
  const call = (memory as unknown as Untyped)[method]('agent', ...args);
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  expect(ConfigError.isInstance(error)).toBe(true);
  expect(String(error)).toMatch(message);
  // Nothing was written or removed before.
  expect(await readdir(notesDirectory)).toEqual([]);
  expect(await memory.observedThroughSeq('agent', 'one')).toBe(-1);
  expect(await memory.list('agent')).toMatchObject([{ object: 'Leipzig' }]);
});

test.each([
  [undefined, /either `path` or `index`/],
  [{ path: '' }, /The path of createMemory is ""/],
  [{ path: 5 }, /The path of createMemory is 5/],
])('createMemory refuses %j', async (options, message) => {
  const error: unknown = await createMemory(options as never).catch((thrown: unknown) => thrown);
  expect(ConfigError.isInstance(error)).toBe(true);
  expect(String(error)).toMatch(message);
});

test('days, months and times with an offset are ISO 8601', async () => {
  const memory = await useMemory();
  const times = [
    '2026',
    '2026-05',
    '2026-05-01',
    '2026-05-01T10:00Z',
    '2026-05-01T10:00:00.5+02:00',
  ];
  const written = await memory.write(
    'agent',
    times.map((validFrom, index) => ({ ...fact, object: `city ${index}`, validFrom })),
  );
  expect(written.map(({ validFrom }) => validFrom)).toEqual([
    '2026-01-01T00:00:00.000Z',
    '2026-05-01T00:00:00.000Z',
    '2026-05-01T00:00:00.000Z',
    '2026-05-01T10:00:00.000Z',
    '2026-05-01T08:00:00.500Z',
  ]);
});

test('what one memory lists can be written to another', async () => {
  const [one, other] = [await useMemory(), await useMemory()];
  await one.write('agent', fact);
  await other.write('agent', await one.list('agent'));
  expect(await other.list('agent')).toMatchObject([fact]);
});
