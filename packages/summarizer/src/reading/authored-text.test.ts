import { describe, expect, it } from 'vitest';

import { authoredText, pastedProse } from './authored-text.js';

describe('authoredText', () => {
  it.each([
    'Please set MAX_POOL=37 in config/prod.env',
    'set MAX_POOL=37',
    'In config.ts set retries = 7.',
    'Rename foo() to bar() in src/a.ts',
    'const x = 1;',
    'TypeError: cannot read properties of undefined',
    '$ npm test',
    '  \n\nexport PORT=8080\n',
  ])('keeps the one line of a message: %j', (text) => {
    expect(authoredText(text).trim()).toBe(text.trim());
  });

  it('keeps wishes that name code, also between other lines', () => {
    const text = 'Two things:\n- set MAX_POOL=37\n- In a.ts rename foo() to bar().\nThanks.';
    expect(authoredText(text)).toBe(text);
  });

  it('leaves out code and output that was pasted beside words', () => {
    const text =
      'This fails:\n\nconst port = env.PORT;\nsetPort(7);\nreturn x = 7;\n\nWhy does it?';
    expect(authoredText(text).split('\n').filter(Boolean)).toEqual(['This fails:', 'Why does it?']);
    expect(authoredText('Look:\n$ npm test\nerror: no test').trim()).toBe('Look:');
    expect(authoredText('See\n```\nset a = 1\n```').trim()).toBe('See');
  });

  it('takes the marks off a text that is quoted as a whole', () => {
    expect(authoredText('> first\n> second')).toBe('first\nsecond');
    expect(authoredText('> only')).toBe('only');
  });
});

const report = [
  'Consider this report:',
  'The page fails.',
  'On some days.',
  ...Array.from({ length: 30 }, (_, index) => `  row ${index} = call(${index});`),
  'There should be no need to convert when both zones are the same.',
  '>>> dt = make_aware(now)',
  'A short one.',
  ...Array.from({ length: 30 }, (_, index) => `  row ${index} = call(${index});`),
  'Thanks for looking.',
].join('\n');

describe('pastedProse', () => {
  it('is the sentences between code that authoredText leaves out', () => {
    const sentence = 'There should be no need to convert when both zones are the same.';
    expect(authoredText(report)).not.toContain(sentence);
    expect(pastedProse(report).trim()).toBe(sentence);
    expect(pastedProse('My own words, all of them, in one line.')).toBe('');
    expect(pastedProse('My own words.\n\nAnd more of my own words in another line.').trim()).toBe(
      '',
    );
  });

  it('takes time in proportion to a line of blanks', () => {
    const lines = Array.from({ length: 40 }, () => `a${' '.repeat(2_000)}b`);
    expect(pastedProse(lines.join('\n')).trim()).toBe('');
  });
});

it('takes an aside in brackets at the end of a line for words', () => {
  const text = '1. The mix.exs dependencies (especially Ash-related ones)\n2. The config files';
  expect(authoredText(text)).toBe(text);
  expect(authoredText('Look:\n1. setPort (7);').trim()).toBe('Look:');
});
