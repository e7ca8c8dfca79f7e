import { expect, it } from 'vitest';

import { decides, findingWeight, MIN_FINDING_WEIGHT } from './finding-weight.js';

it.each([
  'The root cause is the cache, which is never emptied.',
  'Raising the pool size did not help at all.',
  'So `scan` returns None because `settings` was never imported.',
  'For MySQL, the issue is in `operations.py` where it hardcodes the zone.',
])('a cause, a result: %s', (sentence) => {
  expect(findingWeight(sentence)).toBeGreaterThanOrEqual(MIN_FINDING_WEIGHT);
});

it.each([
  'Let me check why `scan` returns None because of the cache.',
  'Maybe the root cause is the cache, which is never emptied.',
  'Is the root cause the cache, because it is never emptied?',
  "I'll run the tests again, since `scan` has changed.",
])('a guess, a question, a plan: %s', (sentence) => {
  expect(findingWeight(sentence, true)).toBe(0);
});

it('the first sentence of a message weighs more, and a cause more than a result', () => {
  const result = '`user is user.profile.user` is `True`.';
  expect(findingWeight(result, true)).toBe(findingWeight(result) + 1);
  const cause = 'The problem is that `user` is a copy, because it was cached.';
  expect(findingWeight(cause)).toBeGreaterThan(findingWeight(result, true));
});

it('a decision is one without its reason, too', () => {
  expect(decides('We will go with Postgres.')).toBe(true);
  expect(decides('We go home.')).toBe(false);
  expect(decides('Should I go with Postgres?')).toBe(false);
});
