import { describe, expect, it } from 'vitest';

import { firstWords, quote, shortenQuote } from './quote.js';

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

describe('shortenQuote', () => {
  it.each([
    [2, '- Request (#5; answered in #6): "fix the" […]'],
    [3, '- Request (#5; answered in #6): "fix the parser" […]'],
    [4, '- Request (#5; answered in #6): "fix the parser" […]'],
    [5, '- Request (#5; answered in #6): "fix the parser" […]'],
    [6, '- Request (#5; answered in #6): "fix the parser" […] Reply: "It" […]'],
  ])('cuts a line behind a quote, never inside the words between two: %i', (words, expected) => {
    const line = '- Request (#5; answered in #6): "fix the parser" […] Reply: "It is fixed."';
    expect(shortenQuote(line, words)).toBe(expected);
  });
});
