import { readdir } from 'node:fs/promises';

import { ConfigError, type Memory } from '@everlong/core';
import { expect, test } from 'vitest';

import { createMemory, createSqliteMemoryIndex } from '../../src/index.js';
import { useReadingMemory } from '../support/reading-model.js';
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
  ['observe', [[{ ...entry, message: { role: 'user', content: 5 } }]], /content of the user mess/],
  [
    'observe',
    [[{ ...entry, message: { role: 'user', content: [null] } }]],
    /a part .* has no type/,
  ],
  ['observe', [[{ ...entry, message: { role: 'bot', content: '' } }]], /the role "bot" is unknown/],
  ['observe', [[{ ...entry, sessionId: 'note:one' }]], /"note:one".*memory calls its notes so/],
  ['observe', [[{ ...entry, seq: -1 }]], /seq of entry 0 is -1/],
  ['observe', [['Hello.']], /entry 0 of memory\.observe is "Hello\."/],
  ['observe', [[entry], { extracts: false }], /Did you mean "extract"/],
  ['observedThroughSeq', [], /The session id must be a string, not undefined/],
  ['recall', [], /The query of memory\.recall must be a string, not undefined/],
  ['recall', ['tea', { limt: 3 }], /Did you mean "limit"/],
  ['recall', ['tea', { limit: '3' }], /limit of memory\.recall must be a number/],
  ['recall', ['tea', { excludes: 'one' }], /excludes of memory\.recall is "one"\. Give a function/],
  ['recall', ['tea', { validAt: '2.3.2026' }], /validAt is "2\.3\.2026".*ISO 8601/],
  ['write', [], /memory\.write takes an object/],
  ['write', [{ ...fact, valid_from: '2020-01-01' }], /no option "valid_from"\. Use "validFrom"/],
  ['write', [[fact, { ...fact, cardinality: 'single' }]], /is "single"\. Give "one" or "many"/],
  ['write', [{ ...fact, validFrom: '2026-02-30' }], /validFrom is "2026-02-30"/],
  ['write', [{ ...fact, object: ' \0' }], /object of a fact is " \\u0000"/],
  ['write', [{ ...fact, confidence: 90 }], /confidence of a fact must be a number from 0 to 1/],
  ['write', [{ ...fact, trust: 'me' }], /trust of a fact is "me"/],
  ['write', [{ ...fact, sources: 5 }], /sources of a fact must be a list, not 5/],
  ['write', [{ ...fact, derivedFrom: 1 }], /derivedFrom of a fact must be a list, not 1/],
  ['entity', [], /The name for memory\.entity must be a string, not undefined/],
  ['merge', ['Ada'], /The alias is undefined/],
  ['merge', ['', 'Ada'], /The name is ""/],
  ['separate', [4], /The alias is 4/],
  ['list', [{ entity: 'Ada' }], /memory\.list has no option "entity"/],
  ['list', [{ limit: -1 }], /limit of memory\.list/],
  ['profile', [], /maxTokens of memory\.profile must be a number/],
  [
    'profile',
    [{ maxTokens: 4, excludes: 'one' }],
    /excludes of memory\.profile is "one"\. Give a function/,
  ],
  ['profile', [{ maxToken: 4 }], /Did you mean "maxTokens"/],
  ['learnings', [5], /The query of memory\.learnings/],
  ['learnings', ['tea', { maxTokns: 5 }], /Did you mean "maxTokens"/],
  ['note', [], /memory\.note takes an object/],
  ['note', [{ ...note, fromSeq: undefined }], /fromSeq of a note is undefined/],
  ['note', [{ ...note, throughSeq: undefined }], /throughSeq of a note is undefined/],
  ['note', [{ ...note, fromSeq: 4 }], /about the entries 4 to 3/],
  ['note', [{ ...note, date: '2.3.2026' }], /date of a note is "2\.3\.2026".*ISO 8601/],
  ['note', [{ ...note, text: undefined }], /text of a note must be a string, not undefined/],
  ['flush', [{ timeout: 5 }], /Did you mean "timeoutMs"/],
  ['flush', [{ timeoutMs: -5 }], /timeoutMs of memory\.flush/],
  ['withdraw', [], /sessionId of memory\.withdraw is undefined/],
  ['withdraw', [{ session: 'one', fromSeq: 0 }], /no option "session"/],
  ['withdraw', [{ sessionId: 'one' }], /fromSeq of memory\.withdraw is undefined/],
  ['forget', [], /from nothing\. Give \{ entity \}/],
  ['forget', [null], /from nothing\. Give \{ entity \}/],
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
  [{ path: '' }, /path of createMemory is ""/],
  [{ path: 5 }, /path of createMemory is 5/],
  [{ path: 'a\0b.db' }, /path of createMemory is "a/],
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

test('an index of SQLite refuses what names no file, and unknown ways to write', () => {
  const create = (options?: unknown) => () => createSqliteMemoryIndex(options as never);
  expect(create()).toThrow(
    'takes an object of options (path, synchronous, busyTimeoutMs), not undefined',
  );
  expect(create({ path: 5 })).toThrow('path of createSqliteMemoryIndex is 5. It must name a file');
  expect(create({ path: 'a\0b.db' })).toThrow('It must name a file');
  expect(create({ path: ':memory:', synchronous: 'OFF' })).toThrow(
    'is "OFF". Give "FULL" or "NORMAL"',
  );
});

test('texts that no database keeps are written without what it cannot keep', async () => {
  const memory = await useMemory();
  const [written] = await memory.write('agent', [{ ...fact, subject: 'Ad\0a', object: '\ud800' }]);
  expect(await memory.list('agent')).toEqual([written]);
  expect(written).toMatchObject({ subject: 'Ad a', object: '\ufffd' });
});

test('messages are compared by their time, however it is written, and however far away', async () => {
  const memory = await useReadingMemory();
  const say = (createdAt: string, content: string) =>
    memory.observe('agent', [
      { id: content, sessionId: content, createdAt, message: { role: 'user', content } },
    ]);
  await say('2026-03-02T23:00:00-08:00', 'I live in Hamburg.');
  await say('2026-03-03T01:00:00Z', 'I live in Leipzig.');
  await say('-000044-03-15T00:00:00Z', 'I live in Rome.');
  expect(await memory.list('agent')).toMatchObject([{ object: 'Hamburg' }]);
  await say('+275760-09-13T00:00:00Z', 'I moved to Ulm next year.');
  await say('9999-12-31T00:00:00Z', 'I visited Kiel in 900 years. We moved to Bonn next month.');
  expect(await memory.list('agent')).toHaveLength(1);
  const { hits } = await memory.recall('agent', 'Hamburg', { validAt: '2026-04-01' });
  expect(hits[0]).toMatchObject({ date: '2026-03-03T07:00:00.000Z' });
});
