import { expect, it } from 'vitest';

import { english } from '../../src/text/english.js';
import { conversation, useMemory } from '../support/use-memory.js';

it.each([
  ["Granddad's 90th is in the town hall.", 'When does my grandfather turn ninety?'],
  ['The rehearsal is on the ninth of May.', 'What is on the 9th?'],
  ['Parking is on level 3.', 'Is the third one free?'],
  ['Bay 12 is taken.', 'Who has the twelfth?'],
  ['She ran 21 laps.', 'Who finished the 21st?'],
  ['The nightshift uses forty crates.', 'Where are the 40?'],
])('%s answers: %s', async (said, asked) => {
  const memory = await useMemory();
  await memory.observe('agent', conversation('one', [said, 'Thanks.', 'The weather is fine.']));
  const { hits } = await memory.recall('agent', asked);
  expect(hits[0]?.text).toBe(said);
});

it('knows the forms of numbers, but takes first and second for none', () => {
  const formsOf = (word: string) => english.related.get(word);
  expect(formsOf('11')).toEqual(['11th', 'eleven', 'eleventh']);
  expect(formsOf('12')).toEqual(['12th', 'twelve', 'twelfth']);
  expect(formsOf('20')).toEqual(['20th', 'twenty', 'twentieth']);
  expect([21, 22, 23, 24, 100].map((number) => formsOf(String(number)))).toEqual([
    ['21st'],
    ['22nd'],
    ['23rd'],
    ['24th'],
    ['100th'],
  ]);
  expect(['8', '9', '5', '40'].map((number) => formsOf(number)?.at(-1))).toEqual([
    'eighth',
    'ninth',
    'fifth',
    'fortieth',
  ]);
  expect(formsOf('2')).toEqual(['2nd', 'two']);
});
