import { expect, it } from 'vitest';

import { declared } from './declared.js';

it.each([
  ['Where do I register a car?', ''],
  ['Imagine if I moved to Rome.', ''],
  ['We nearly moved the meeting to Friday.', ''],
  ["My sister goes 'you're on Orange so just dial 4', which is wrong.", 'which is wrong'],
  [
    'Draft an invitation, now that all of our tickets have been carried over to Corkboard by hand.',
    'Corkboard',
  ],
])('finds what %j states', (text, stated) => {
  const found = declared(text);
  if (stated === '') expect(found).toBe('');
  else expect(found).toContain(stated);
  expect(found).not.toMatch(/Orange|Rome|Friday|Draft/);
});
