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

it('takes each once, and of too many those that tell most, of equals the newest', () => {
  const causes = Array.from({ length: 60 }, (_, index) => {
    return ['assistant', `We use port ${index} because host ${index} needs it.`] as const;
  });
  const cause = 'The root cause is the pool, because nobody closes it.';
  const section = decisionsSection([], makeEntries([['assistant', cause], ...causes, ...causes]));
  expect(section).toHaveLength(48);
  expect(section[0]).toBe(`"${cause}" (#0)`);
  expect(section[1]).toContain('port 13 ');
  expect(section.at(-1)).toBe('"We use port 59 because host 59 needs it." (#60)');
});

it.each([
  'I inserted the print INSIDE the `raise TypeError(...)` call!',
  'But `typecast_timestamp` returns UTC.',
  "I checked `mysql/operations.py` earlier but I didn't actually apply the change.",
])('takes what came of a call: %s', (text) => {
  const entries = makeEntries([['assistant', `THOUGHT: ${text} Now I look.`]]);
  expect(decisionsSection([], entries)).toEqual([`"${text}" (#0)`]);
});

it('takes nothing from code, and no sentence of the user', () => {
  const sentence = 'The reason is the pool, because nobody closes it.';
  const entries = makeEntries([
    ['user', `Please fix this. ${sentence} Thanks.`],
    ['assistant', `The issue says: "pool". ${sentence} I look.`],
    ['assistant', '```\nThe root cause is the cache, which is never emptied.\n```'],
  ]);
  expect(decisionsSection([], entries)).toEqual([]);
  expect(decisionsSection([], entries.slice(1))).toEqual([`"${sentence}" (#1)`]);
});
