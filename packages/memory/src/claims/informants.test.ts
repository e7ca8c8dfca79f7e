import { expect, it } from 'vitest';

import { isHearsay } from './change-signs.js';

it.each([
  ['my mother says I live in Rome', true],
  ['the neighbours told everybody that I sold the car', true],
  ['the bottle I have been given says 500 mg', false],
  ['the doctor says I cannot drive', false],
  ['my boss says I have to come on Fridays', false],
  ['the dog claimed the sunny spot', false],
])('tells who lets the speaker know from who talks: %s', (clause, expected) => {
  expect(isHearsay(clause)).toBe(expected);
});
