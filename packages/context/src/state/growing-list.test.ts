import { expect, it } from 'vitest';

import { createGrowingList } from './growing-list.js';

it('keeps every list as it was, however the lists made from it grow', () => {
  const empty = createGrowingList<string>();
  const one = empty.add('a');
  const two = one.add('b');
  const other = one.add('c').add('d');
  const last = two.add('e');
  expect([empty, one, two, other, last].map((list) => list.items().join(''))).toEqual([
    '',
    'a',
    'ab',
    'acd',
    'abe',
  ]);
  expect(two.items()).toBe(two.items());
});

it('does not change items that were looked at before the list grew', () => {
  const one = createGrowingList<string>().add('a');
  const items = one.items();
  one.add('b');
  expect(items).toEqual(['a']);
});
