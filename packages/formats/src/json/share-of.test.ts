import { expect, it } from 'vitest';

import { shareOf } from './share-of.js';

it('says which share of the values is of a format, and 0 of none', () => {
  const isText = (value: unknown) => typeof value === 'string';
  expect(shareOf(['a', 1, 'b', null], isText)).toBe(0.5);
  expect(shareOf([], isText)).toBe(0);
});
