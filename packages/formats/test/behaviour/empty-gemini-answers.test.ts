import { expect, it } from 'vitest';

import { read, write } from '../../src/gemini/index.js';

const question = { role: 'user', parts: [{ text: 'Why?' }] };
const empty = { role: 'model' };
const silent = [{ role: 'assistant', content: [] }];

/** What the API answers when it thinks until no tokens are left, and what Python makes of it. */
it.each<[name: string, value: unknown]>([
  ['a content', empty],
  ['a content whose parts are null', { ...empty, parts: null }],
  ['a response', { candidates: [{ content: empty, finishReason: 'MAX_TOKENS' }] }],
  [
    'a response whose parts are null',
    { candidates: [{ content: { ...empty, parts: null }, finishReason: 'MAX_TOKENS' }] },
  ],
])('an answer without parts says nothing: %s', (_name, value) => {
  expect(read(value)).toEqual(silent);
});

it('an answer without parts may stand in a history, and is not sent again', () => {
  const messages = read({ contents: [question, empty, question] });
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(write(messages)).toEqual([question, question]);
});

it.each<[name: string, value: unknown]>([
  ['blocked', { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: {} }],
  ['without candidates', { candidates: [] }],
  ['of a candidate without content', { candidates: [{ finishReason: 'SAFETY' }] }],
])('a response %s has no messages', (_name, value) => {
  expect(read(value)).toEqual([]);
});

it.each<[name: string, value: unknown]>([
  ['of the user', [{ role: 'user' }]],
  ['with a text in another place', [{ role: 'model', content: 'Because.' }]],
])('a content without parts is refused: %s', (_name, value) => {
  expect(() => read(value)).toThrow(/parts is missing/);
});
