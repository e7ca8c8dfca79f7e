import { expect, test } from 'vitest';

import { createFormat } from './format.js';

test('numbers of a locale', () => {
  expect(createFormat('de').number(45_000)).toBe('45.000');
  expect(createFormat().number(Number.NaN)).toBe('–');
});

test('a locale that is none is named', () => {
  for (const locale of ['en_US', '', 'x-']) {
    expect(() => createFormat(locale)).toThrow(`The locale "${locale}" is no BCP 47 tag.`);
  }
});
