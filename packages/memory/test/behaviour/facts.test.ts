import { expect, it } from 'vitest';

import { useReadingMemory } from '../support/reading-model.js';
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
    text: 'user · commutes by · ferry (may hold no longer: what it followed from has changed)',
    fact: { isStale: true },
  });
});

it('keeps what others tell of a speaker beside what the speaker says, and shows the latter', async () => {
  const memory = await useReadingMemory();
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
  expect(facts).toEqual(['Alice · lives in · Lisbon (disputed)']);
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
  expect(hits.map(({ text }) => text)).toContain('Bobby · likes · chess');
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

it('takes a name that is an article for a name, not for the user', async () => {
  const memory = await useMemory();
  await memory.write('agent', [
    { subject: 'A', predicate: 'port', object: '80' },
    { subject: 'The S', predicate: 'port', object: '81' },
  ]);
  expect((await memory.entity('agent', 'A'))?.facts.map(({ text }) => text)).toEqual([
    'A · port · 80',
  ]);
  expect((await memory.entity('agent', 'S'))?.facts).toHaveLength(1);
  expect(await memory.entity('agent', 'user')).toBeUndefined();
});

it('does not take working with somebody for the employer', async () => {
  const memory = await useMemory();
  await memory.write('agent', { subject: 'user', predicate: 'works at', object: 'Siemens' });
  await memory.write('agent', { subject: 'user', predicate: 'works with', object: 'Anna' });
  expect((await memory.list('agent')).map(({ object }) => object)).toEqual(['Siemens', 'Anna']);
});

it('names a message once that says the same thing again and again', async () => {
  const memory = await useReadingMemory();
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

it('makes a profile of what holds, within its tokens', async () => {
  const memory = await useReadingMemory();
  const said = ['I live in Hamburg.', 'I moved to Leipzig.', 'I like nuts.'];
  await memory.observe('agent', conversation('one', [...said, ['tool', 'I live in Atlantis.']]));
  const profile = await memory.profile('agent', { maxTokens: 100 });
  expect(profile.text.split('\n')).toEqual([
    '- user · lives in · Leipzig (2026-03-02)',
    '- user · likes · nuts (2026-03-02)',
  ]);
  expect(profile.tokens).toBeLessThanOrEqual(100);
  expect((await memory.profile('agent', { maxTokens: 15 })).factIds).toHaveLength(1);
});

it('recalls what was said and held at a point in time', async () => {
  const memory = await useReadingMemory();
  await memory.observe('agent', conversation('one', ['I live in Hamburg.']));
  await memory.observe(
    'agent',
    conversation('two', ['We moved to Leipzig.'], '2026-05-04T10:00:00Z'),
  );
  const textsAt = async (options: { validAt?: string }) =>
    (await memory.recall('agent', 'Where do I live?', options)).hits.map(({ text }) => text);
  expect(await textsAt({ validAt: '2026-04-01' })).toEqual([
    'user · lives in · Hamburg',
    'I live in Hamburg.',
  ]);
  expect((await textsAt({}))[0]).toContain('Leipzig');
  expect(await textsAt({ validAt: '2026-01-01' })).toEqual([]);
});
