import { describe, expect, it } from 'vitest';

import { authoredText } from './authored-text.js';

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
