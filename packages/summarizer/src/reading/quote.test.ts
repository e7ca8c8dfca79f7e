import { describe, expect, it } from 'vitest';

import { firstWords, quote } from './quote.js';

describe('quote', () => {
  it('cuts between words, and never makes a value that was not there', () => {
    expect(quote('obj = dict()\nprint(td_field.serialize())', 3)).toBe('"obj = dict()" […]');
    expect(quote('one two three', 2)).toBe('"one two" […]');
    expect(quote('run(alpha_beta_gamma_delta)', 2)).toBe('"run(" […]');
  });

  it('cuts a first word that is too long behind a sign that belongs to no value', () => {
    expect(firstWords('load("module_one","module_two")', Infinity, 24)).toBe('load("module_one","');
    expect(firstWords('/a/long/path/to.ts and', Infinity, 10)).toBe('/a/long/path/to.ts');
    expect(firstWords('a'.repeat(300), Infinity, 10)).toBe('a'.repeat(10));
  });
});
