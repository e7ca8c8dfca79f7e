import { expect, it } from 'vitest';

import { makeEntries } from '@everlong/testing';
import { decisionsSection } from './decisions-section.js';

it.each([
  'We decided on blue-green deployment because a rollback is instant.',
  'I will use a scanner instead of the regular expression.',
  'The root cause is the cache, which is never emptied.',
  'We will go with Postgres. It keeps the migrations simple.',
  'Raising the pool size did not help at all.',
  'The theory of a stale lock turned out to be wrong.',
  'I will leave Oracle as it is to keep it simple.',
  'A simpler approach is to filter here, so that no caller changes.',
])('takes a decision with its reason: %s', (text) => {
  const entries = makeEntries([['assistant', `Hello there. ${text} Now I run the tests.`]]);
  expect(decisionsSection([], entries)).toEqual([`"${text}" (#0)`]);
});

it.each([
  'Everything should be working smoothly now.',
  'All 12 tests pass and the page is fixed.',
  'I will use the Read tool.',
  'Maybe we should use Redis because it is fast.',
  'Should we use Redis instead of Postgres?',
  'We decided to go on.',
  'Let me check the root cause.',
])('takes no chatter: %s', (text) => {
  expect(decisionsSection([], makeEntries([['assistant', text]]))).toEqual([]);
});

it('takes the decisions of the user, each once, the newest 24', () => {
  const lines = Array.from(
    { length: 30 },
    (_, index) => ['user', `We use port ${index} because host ${index} needs it.`] as const,
  );
  const entries = makeEntries([...lines, ...lines]);
  const section = decisionsSection([], entries);
  expect(section).toHaveLength(24);
  expect(section.at(-1)).toBe('"We use port 29 because host 29 needs it." (#29)');
});

it('takes from the assistant no sentence that quotes the user', () => {
  const sentence = 'The reason is the pool, because nobody closes it.';
  const report = `Please fix this. ${sentence} Thanks.`;
  const entries = makeEntries([
    ['user', report],
    ['assistant', `The issue says: "pool". ${sentence} I look.`],
  ]);
  expect(decisionsSection([], entries).map((line) => line.slice(-4))).toEqual(['(#0)']);
  expect(decisionsSection([], entries.slice(1))).toEqual([`"${sentence}" (#1)`]);
});
