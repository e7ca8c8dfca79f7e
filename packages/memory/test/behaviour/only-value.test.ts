import { expect, it } from 'vitest';

import { conversation, useMemory } from '../support/use-memory.js';

it.each([
  ['My dog is Rex.', 'My dog is now Max.'],
  ["Our dog's name is Rex.", 'Our dog is now Max.'],
  ['We have a dog called Rex.', 'Our dog is called Max now.'],
  ['My dog is Rex.', 'Sorry, my dog is Max.'],
])('"%s" and "%s": the later dog takes the place of the only one', async (first, later) => {
  const memory = await useMemory();
  await memory.observe('agent', conversation('one', [first]));
  await memory.observe('agent', conversation('two', [later], '2026-05-01T10:00:00.000Z'));
  expect((await memory.list('agent')).map(({ object }) => object)).toEqual(['Max']);
  const { text } = await memory.profile('agent', { maxTokens: 500 });
  expect(text).not.toContain('Rex');
});

it.each([
  [
    ['We have two dogs, Rex and Bello.', 'My dog is now Max.'],
    ['Rex', 'Bello', 'Max'],
  ],
  [
    ['My dog is Rex.', 'My other dog is Bello.', 'My dog is now Max.'],
    ['Bello', 'Max'],
  ],
  [
    ['My friend is called Anna.', 'My friend is called Bob.'],
    ['Anna', 'Bob'],
  ],
  [['My boss is called Anna.', 'My new boss is called Bob.'], ['Bob']],
  [
    ['My friend is called Anna.', 'My new friend is called Bob.'],
    ['Anna', 'Bob'],
  ],
])('%j: holds what may hold beside the other', async (said, expected) => {
  const memory = await useMemory();
  for (const [index, text] of said.entries()) {
    const createdAt = `2026-05-0${index + 1}T10:00:00.000Z`;
    await memory.observe('agent', conversation(`session ${index}`, [text], createdAt));
  }
  expect((await memory.list('agent')).map(({ object }) => object)).toEqual(expected);
});

it('disputes what two names say differently that mean one person, as long as they do', async () => {
  const memory = await useMemory();
  const lives = (subject: string, object: string) =>
    memory.write('agent', { subject, predicate: 'lives in', object });
  await lives('user', 'Hamburg');
  await lives('Ada', 'Leipzig');
  await memory.merge('agent', 'user', 'Ada');
  const disputed = async () =>
    (await memory.entity('agent', 'Ada'))?.facts.map(({ isDisputed }) => isDisputed);
  const profile = async () => (await memory.profile('agent', { maxTokens: 500 })).text;
  expect(await disputed()).toEqual([true, true]);
  expect(await profile()).toBe('');
  await memory.separate('agent', 'Ada');
  expect(await disputed()).toEqual([false]);
  expect(await profile()).toContain('Hamburg');
});

it('says in a recall that facts contradict each other since a merge', async () => {
  const memory = await useMemory();
  const lives = { predicate: 'lives in', cardinality: 'one' } as const;
  await memory.write('agent', { ...lives, subject: 'Robert', object: 'Lyon' });
  await memory.write('agent', { ...lives, subject: 'Bobby', object: 'Nice' });
  const told = async () =>
    (await memory.recall('agent', 'Where does Bobby live?')).hits.map(({ text }) => text);
  expect(await told()).toEqual(['Bobby lives in Nice', 'Robert lives in Lyon']);
  await memory.merge('agent', 'Robert', 'Bobby');
  expect((await told()).toSorted()).toEqual([
    'Bobby lives in Nice (disputed)',
    'Robert lives in Lyon (disputed)',
  ]);
  await memory.separate('agent', 'Bobby');
  expect(await told()).toEqual(['Bobby lives in Nice', 'Robert lives in Lyon']);
});

it.each([
  [
    ['I like C.', 'I like C#.', 'I like C++.'],
    ['C', 'C#', 'C++'],
  ],
  [['The price is $5.', 'The price is €5.'], ['€5']],
  [['The limit is 5.', 'The limit is -5.', 'The limit is 5%.'], ['5%']],
  [['My hobby is jazz.', 'My hobby is jazz!'], ['jazz']],
  [
    [`The branch is ${'a1'.repeat(30)}0.`, `The branch is ${'a1'.repeat(30)}1.`],
    [`${'a1'.repeat(30)}1`],
  ],
])('%j: symbols and the end of long words make another value', async (said, expected) => {
  const memory = await useMemory();
  for (const [index, text] of said.entries()) {
    const createdAt = `2026-05-0${index + 1}T10:00:00.000Z`;
    await memory.observe('agent', conversation(`session ${index}`, [text], createdAt));
  }
  expect((await memory.list('agent')).map(({ object }) => object)).toEqual(expected);
});
