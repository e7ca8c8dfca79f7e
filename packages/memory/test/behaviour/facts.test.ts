import type { Memory } from '@everlong/core';
import { expect, it } from 'vitest';

import { extractStatements } from '../../src/index.js';
import { conversation, useMemory } from '../support/use-memory.js';

it('replaces a value of which there is one, and keeps the old one with its dates', async () => {
  const memory = await useMemory();
  const write = (object: string, validFrom: string) =>
    memory.write('agent', { subject: 'user', predicate: 'lives in', object, validFrom });
  const hamburg = await write('Hamburg', '2024-01-01');
  const leipzig = await write('Leipzig', '2026-02-01');
  const entity = await memory.entity('agent', 'user');
  expect(entity?.facts.map(({ object }) => object)).toEqual(['Leipzig']);
  expect(entity?.past).toMatchObject([
    {
      id: hamburg.id,
      object: 'Hamburg',
      validTo: '2026-02-01T00:00:00.000Z',
      supersededBy: leipzig.id,
    },
  ]);
  const before = await memory.list('agent', { validAt: '2025-06-01' });
  expect(before.map(({ object }) => object)).toEqual(['Hamburg']);
  expect(await memory.list('agent', { knownAt: '2020-01-01' })).toEqual([]);
});

it('puts what is told late about the past into the past', async () => {
  const memory = await useMemory();
  const slot = { subject: 'user', predicate: 'lives in' };
  await memory.write('agent', { ...slot, object: 'Leipzig', validFrom: '2026-02-01' });
  const porto = await memory.write('agent', { ...slot, object: 'Porto', validFrom: '2019-05-01' });
  expect(porto).toMatchObject({ validTo: '2026-02-01T00:00:00.000Z' });
  expect((await memory.list('agent')).map(({ object }) => object)).toEqual(['Leipzig']);
});

it('adds up values of which there are many, and knows one that it has', async () => {
  const memory = await useMemory();
  const facts = await memory.write('agent', [
    { subject: 'user', predicate: 'likes', object: 'tea' },
    { subject: 'user', predicate: 'likes', object: 'jazz' },
    { subject: 'The User', predicate: 'likes', object: 'Tea' },
  ]);
  expect(facts.map(({ id }) => id)).toEqual([1, 2, 1]);
  expect(await memory.list('agent')).toHaveLength(2);
});

it('marks what followed from a fact that no longer holds', async () => {
  const memory = await useMemory();
  const home = await memory.write('agent', {
    subject: 'user',
    predicate: 'lives in',
    object: 'Hamburg',
  });
  await memory.write('agent', {
    subject: 'user',
    predicate: 'commutes by',
    object: 'ferry',
    derivedFrom: [home.id],
  });
  await memory.write('agent', { subject: 'user', predicate: 'lives in', object: 'Leipzig' });
  const { hits } = await memory.recall('agent', 'How does the user commute?');
  expect(hits[0]).toMatchObject({
    text: 'The user commutes by ferry (may hold no longer: what it followed from has changed)',
    fact: { isStale: true },
  });
});

it('keeps what others tell of a speaker beside what the speaker says, and shows the latter', async () => {
  const memory = await useMemory();
  const speak = (id: string, speaker: string, text: string) => ({
    id,
    sessionId: 'one',
    createdAt: `2026-03-0${id}T10:00:00.000Z`,
    message: { role: 'user' as const, content: text },
    metadata: { speaker },
  });
  await memory.observe('agent', [
    speak('1', 'Alice', 'I live in Porto.'),
    speak('2', 'Alice', 'I moved to Lisbon.'),
    speak('3', 'Bob', 'Alice lives in Porto.'),
    speak('4', 'Bob', 'Alice lives in Faro.'),
  ]);
  const { hits } = await memory.recall('agent', 'Where does Alice live?');
  const facts = hits.filter(({ kind }) => kind === 'fact').map(({ text }) => text);
  expect(facts).toEqual(['Alice lives in Lisbon (disputed)']);
  const alice = await memory.entity('agent', 'Alice');
  expect(alice?.facts.map(({ object, isDisputed }) => [object, isDisputed])).toEqual([
    ['Faro', true],
    ['Lisbon', true],
  ]);
});

it('merges names and takes the merge back', async () => {
  const memory = await useMemory();
  await memory.write('agent', { subject: 'Robert', predicate: 'works at', object: 'Zeiss' });
  await memory.write('agent', { subject: 'Bobby', predicate: 'likes', object: 'chess' });
  await memory.merge('agent', 'Robert', 'Bobby');
  const both = await memory.entity('agent', 'Bobby');
  expect(both?.facts.map(({ object }) => object).toSorted()).toEqual(['Zeiss', 'chess']);
  expect(both?.aliases).toEqual(['bobby']);
  const { hits } = await memory.recall('agent', 'What does Robert like?');
  expect(hits.map(({ text }) => text)).toContain('Bobby likes chess');
  await memory.separate('agent', 'Bobby');
  expect((await memory.entity('agent', 'Bobby'))?.facts.map(({ object }) => object)).toEqual([
    'chess',
  ]);
  await expect(memory.separate('agent', 'Bobby')).rejects.toThrow(/is not an alias/);
});

it('gives back to each name what the facts of the other had ended', async () => {
  const memory = await useMemory();
  const works = (subject: string, object: string, validFrom: string) =>
    memory.write('agent', { subject, predicate: 'works at', object, validFrom });
  const zeiss = await works('Robert', 'Zeiss', '2024-01-01');
  const trip = { subject: 'Robert', predicate: 'commutes by', object: 'tram' };
  await memory.write('agent', { ...trip, derivedFrom: [zeiss.id] });
  await works('Bobby', 'Acme', '2024-02-01');
  await memory.merge('agent', 'Robert', 'Bobby');
  await works('Bobby', 'Leica', '2025-01-01');
  await works('Robert', 'Bosch', '2026-01-01');
  const held = async (name: string) =>
    (await memory.entity('agent', name))?.facts.map(({ object, isStale }) => [object, isStale]);
  expect(await held('Bobby')).toEqual([
    ['tram', true],
    ['Bosch', false],
  ]);
  await memory.separate('agent', 'Bobby');
  expect(await held('Bobby')).toEqual([['Leica', false]]);
  expect(await held('Robert')).toEqual([
    ['tram', true],
    ['Bosch', false],
  ]);
  const zeissNow = (await memory.entity('agent', 'Robert'))?.past[0];
  expect(zeissNow).toMatchObject({ object: 'Zeiss', validTo: '2026-01-01T00:00:00.000Z' });
});

it('suggests similar names and merges none by itself', async () => {
  const memory = await useMemory();
  await memory.write('agent', { subject: 'Katherine', predicate: 'likes', object: 'tea' });
  await memory.write('agent', { subject: 'Katharine', predicate: 'likes', object: 'rum' });
  const entity = await memory.entity('agent', 'Katherine');
  expect(entity).toMatchObject({ suggestions: ['Katharine'], facts: [{ object: 'tea' }] });
  expect(await memory.entity('agent', 'Nobody')).toBeUndefined();
});

it('dates what is told relative to the message', async () => {
  const memory = await useMemory();
  await memory.observe(
    'agent',
    conversation('one', ['I started working at Zeiss two months ago.']),
  );
  expect(await memory.list('agent')).toMatchObject([
    { object: 'Zeiss', validFrom: '2026-01-02T00:00:00.000Z', predicate: 'works at' },
  ]);
});

it('makes a profile of what holds, within its tokens', async () => {
  const memory = await useMemory();
  await memory.observe(
    'agent',
    conversation('one', [
      'I live in Hamburg.',
      'I moved to Leipzig.',
      'I am allergic to nuts.',
      'The API port is 8080.',
      ['tool', 'I live in Atlantis.'],
    ]),
  );
  const profile = await memory.profile('agent', { maxTokens: 100 });
  expect(profile.text.split('\n')).toEqual([
    '- The user is allergic to nuts (2026-03-02)',
    '- The user lives in Leipzig (2026-03-02)',
    "- API's port is 8080 (2026-03-02)",
  ]);
  expect(profile.factIds).toHaveLength(3);
  expect(profile.tokens).toBeLessThanOrEqual(100);
  expect((await memory.profile('agent', { maxTokens: 15 })).factIds).toHaveLength(1);
});

it('takes rules of another language', async () => {
  const memory = await useMemory({
    path: ':memory:',
    extractStatements(text, createdAt) {
      const object = /^Ich wohne in (\p{L}+)/u.exec(text)?.[1];
      if (object === undefined) return extractStatements(text, createdAt);
      const place = { start: 0, end: text.length, validFrom: createdAt };
      const stated = { subject: 'I', predicate: 'lives in', object, kind: 'attribute' } as const;
      return [{ type: 'statement', ...stated, ...place, isNegated: false, importance: 0.8 }];
    },
  });
  await memory.observe('agent', conversation('one', ['Ich wohne in Ulm.', 'I work at Zeiss.']));
  expect((await memory.list('agent')).map(({ text }) => text)).toEqual([
    'The user lives in Ulm',
    'The user works at Zeiss',
  ]);
});

it.each([
  ['I am allergic to nuts.', 'I became allergic to cats.', 'nuts'],
  ['I am allergic to nuts.', 'The nuts are gone from the kitchen.', 'nuts'],
  ['I like tea.', 'I started to like coffee.', 'tea'],
  ['I prefer tabs in Go files.', 'I prefer spaces in Python files now.', 'tabs'],
  ['My dog is called Rex.', 'My cat is called Tom now.', 'Rex'],
  ['Our monorepo uses Lerna.', 'We upgraded Lerna in the monorepo to version 8.', 'Lerna'],
])('"%s" stays after "%s"', async (first, later, value) => {
  const memory = await useMemory();
  await memory.observe('agent', conversation('one', [first]));
  await memory.observe('agent', conversation('two', [later], '2026-05-01T10:00:00.000Z'));
  const facts = await memory.list('agent');
  expect(facts.filter(({ text }) => text.includes(value))).not.toEqual([]);
  expect(facts.flatMap(({ outdatedSince }) => outdatedSince ?? [])).toEqual([]);
});

it('does not mark what was taken back and holds again, and dates what ends by its end', async () => {
  const memory = await useMemory();
  const said = [
    'Our monorepo uses Lerna.',
    'The monorepo uses Lerna for releases now.',
    'Lerna is gone, the monorepo is on Nx.',
    'We went back to Lerna for the monorepo, Nx is gone.',
  ];
  const marks = async () =>
    (await memory.list('agent')).map(({ object, outdatedSince }) => [object, outdatedSince]);
  for (const [index, text] of said.entries()) {
    const createdAt = `2026-05-0${index + 1}T10:00:00.000Z`;
    await memory.observe('agent', conversation(`session ${index}`, [text], createdAt));
    if (index === 2) expect(await marks()).toContainEqual(['Lerna', '2026-05-03T10:00:00.000Z']);
  }
  expect(await marks()).toContainEqual(['Lerna', undefined]);
});

it('marks what a later statement takes back, and leaves it out of the profile', async () => {
  const memory = await useMemory();
  const said = ['I live in Leipzig.', 'Our monorepo uses Lerna.'];
  await memory.observe('agent', conversation('one', said));
  const createdAt = '2026-05-01T10:00:00.000Z';
  const later = ['Lerna is gone, the monorepo is on Nx.'];
  await memory.observe('agent', conversation('two', later, createdAt));

  const marks = async () =>
    (await memory.list('agent')).map(({ object, outdatedSince }) => [object, outdatedSince]);
  expect(await marks()).toEqual([
    ['Leipzig', undefined],
    ['Lerna', createdAt],
    ['Nx', undefined],
  ]);
  const entity = await memory.entity('agent', 'monorepo');
  expect(entity?.facts).toContainEqual(
    expect.objectContaining({ object: 'Lerna', outdatedSince: createdAt }),
  );
  const { text } = await memory.profile('agent', { maxTokens: 200 });
  expect(text).toContain('Leipzig');
  expect(text).not.toContain('Lerna');

  const before = await memory.list('agent', { validAt: '2026-04-01' });
  expect(before.map(({ outdatedSince }) => outdatedSince)).toEqual([undefined, undefined]);
  await memory.forget('agent', { sessionId: 'two' });
  expect(await marks()).toContainEqual(['Lerna', undefined]);
});

it('takes a name that is an article for a name, not for the user', async () => {
  const memory = await useMemory();
  await memory.write('agent', [
    { subject: 'A', predicate: 'port', object: '80' },
    { subject: 'The S', predicate: 'port', object: '81' },
  ]);
  expect((await memory.entity('agent', 'A'))?.facts.map(({ text }) => text)).toEqual([
    "A's port is 80",
  ]);
  expect((await memory.entity('agent', 'S'))?.facts).toHaveLength(1);
  expect(await memory.entity('agent', 'user')).toBeUndefined();
});

it.each([
  [['I work at Siemens.', 'I work with Anna on the billing service.'], ['Siemens']],
  [['I work for Siemens.', 'I work with Postgres a lot.'], ['Siemens']],
  [['I work for Siemens.', 'I work at night this week.'], ['Siemens']],
  [['I work for Siemens.', 'I work at my desk.', 'I work for eight hours a day.'], ['Siemens']],
  [['I live in Hamburg.', 'I live in a small flat.', 'I live in my own house.'], ['Hamburg']],
  [['The API port is 8080.', 'The API port is busy.', 'Actually it is configurable.'], ['8080']],
  [['The budget is 500 dollars.', 'The budget is tight.'], ['500 dollars']],
  [['The deadline is May 3.', 'The deadline is next friday.'], ['next friday']],
  [['The timeout is 30 seconds.', 'The timeout is unlimited.'], ['unlimited']],
  [['Our database is Postgres.', 'Our database is corrupted.'], ['Postgres']],
  [['My name is Ada.', 'My name is on the list.', 'My name is misspelled.'], ['Ada']],
  [['My boss is Anna.', 'My boss is on vacation.', 'My boss is busy.'], ['Anna']],
  [['I report to Anna.', 'I report to the CTO.'], ['CTO']],
  [['We chose option c. I live in Kiel.'], ['option c', 'Kiel']],
  [['We chose plan B. I live in Kiel.'], ['plan B', 'Kiel']],
  [['I get up at 5 a.m. on Mondays. I work at Acme Inc. I live in Kiel.'], ['Acme Inc', 'Kiel']],
])('keeps what still holds: %s', async (said, values) => {
  const memory = await useMemory();
  await memory.observe('agent', conversation('one', said));
  const facts = await memory.list('agent');
  expect(facts.map(({ object }) => object)).toEqual(values);
  expect(facts.filter((fact) => fact.isDisputed || fact.outdatedSince !== undefined)).toEqual([]);
});

it('does not take working with somebody for the employer', async () => {
  const memory = await useMemory();
  await memory.write('agent', { subject: 'user', predicate: 'works at', object: 'Siemens' });
  await memory.write('agent', { subject: 'user', predicate: 'works with', object: 'Anna' });
  expect((await memory.list('agent')).map(({ object }) => object)).toEqual(['Siemens', 'Anna']);
});

it.each([
  [['I do not live in Bonn.'], ['The user does not live in Bonn']],
  [['I hate mondays.'], ['The user does not like mondays']],
  [['I am not vegetarian.'], ["The user's diet is not vegetarian"]],
  [['I no longer live in Bonn.'], ['The user no longer lives in Bonn']],
  [['I live in Bonn.', 'I do not live in Bonn.'], ['The user no longer lives in Bonn']],
  [
    ['I live in Bonn.', 'I do not live in Kiel.'],
    ['The user lives in Bonn', 'The user does not live in Kiel'],
  ],
])('says that something is over only where it held: %s', async (said, texts) => {
  const memory = await useMemory();
  await memory.observe('agent', conversation('one', said));
  expect((await memory.list('agent')).map(({ text }) => text)).toEqual(texts);
});

it('keeps the conditions of an order in the profile', async () => {
  const memory = await useMemory();
  const said = [
    'Always ask me before you delete files.',
    'Never deploy after 5 pm unless I say so.',
  ];
  await memory.observe('agent', conversation('one', said));
  expect((await memory.profile('agent', { maxTokens: 200 })).text.split('\n')).toEqual([
    '- The user asks: never deploy after 5 pm unless I say so (2026-03-02)',
    '- The user asks: always ask me before you delete files (2026-03-02)',
  ]);
});

async function observeOn(memory: Memory, ...said: [date: string, text: string][]): Promise<void> {
  for (const [index, [createdAt, content]] of said.entries()) {
    await memory.observe('agent', [
      { id: `s${index}`, sessionId: 's', createdAt, message: { role: 'user', content } },
    ]);
  }
}

it('recalls what was said and held at a point in time', async () => {
  const memory = await useMemory();
  await observeOn(
    memory,
    ['2026-03-02T10:00:00Z', 'I live in Hamburg.'],
    ['2026-05-04T10:00:00Z', 'We moved to Leipzig last week.'],
  );
  const textsAt = async (options: { validAt?: string }) =>
    (await memory.recall('agent', 'Where do I live?', options)).hits.map(({ text }) => text);
  expect(await textsAt({ validAt: '2026-04-01' })).toEqual([
    'The user lives in Hamburg',
    'I live in Hamburg.',
  ]);
  expect((await textsAt({})).join()).toContain('Leipzig');
  expect(await textsAt({ validAt: '2026-01-01' })).toEqual([]);
});

it('answers both halves of a question when one of them has changed', async () => {
  const memory = await useMemory();
  await observeOn(
    memory,
    ['2026-05-01T10:00:00Z', 'I am allergic to penicillin.'],
    ['2026-05-02T10:00:00Z', 'I live in Hamburg.'],
    ['2026-05-03T10:00:00Z', 'I moved to Leipzig last week.'],
  );
  const { hits } = await memory.recall('agent', 'Where do I live and what am I allergic to?');
  const texts = hits.map(({ text }) => text).join('\n');
  expect(texts).toContain('penicillin');
  expect(texts).toContain('Leipzig');
  expect(texts).not.toContain('Hamburg');
  expect(texts).not.toContain('perhaps outdated');
});

it('names a message once that says the same thing again and again', async () => {
  const memory = await useMemory();
  const said = conversation('said', ['I live in Leipzig. '.repeat(500)]);
  await memory.observe('agent', said);
  await memory.observe('agent', said);
  const facts = await memory.list('agent');
  expect(facts).toMatchObject([{ object: 'Leipzig' }]);
  expect(facts[0]?.sources.length).toBeLessThanOrEqual(8);
  const once = [{ sessionId: said[0]?.sessionId, entryId: said[0]?.id }];
  expect((await memory.profile('agent', { maxTokens: 500 })).sources).toEqual(once);
  const { hits } = await memory.recall('agent', 'Where does the user live?');
  for (const { sources } of hits) expect(sources).toEqual(once);
});
