import { expect, it } from 'vitest';

import { stillHolds } from './files-in-play.js';
import { presentContent } from './present-content.js';

const options = { earlier: [], maxTokens: 1_000_000, count: (text: string) => text.length };

it('a changed file is quoted in a fence that is longer than any of its own', () => {
  const file = { path: 'a.md', seq: 3, shown: ['old'] };
  const found = { kind: 'text' as const, text: 'new\n````\ncode\n````', sha256: 'a' };
  const { text, resources } = presentContent([{ file, found }], options);
  expect(text).toContain('"a.md", last shown in entry 3:\n`````\nnew');
  expect(resources).toEqual([{ path: 'a.md', status: 'fresh', sha256: 'a' }]);
});

it('a file of 256 KiB may be made of backquotes', () => {
  const file = { path: 'a.md', seq: 3, shown: ['old'] };
  const found = { kind: 'text' as const, text: '` '.repeat(2 ** 17), sha256: 'a' };
  const { resources } = presentContent([{ file, found }], options);
  expect(resources).toEqual([{ path: 'a.md', status: 'fresh', sha256: 'a' }]);
});

it('a file of 256 KiB may be one line of blanks', () => {
  const blanks = ' '.repeat(2 ** 18);
  expect(stillHolds(`a${blanks}b`, ['a'])).toBe(true);
  expect(stillHolds(`a${blanks}b`, ['c'])).toBe(false);
});

it('blanks at the ends of lines do not count', () => {
  expect(stillHolds('one  \r\ntwo\t\nthree', ['one\ntwo \n'])).toBe(true);
  expect(stillHolds('one\n two', ['one\ntwo'])).toBe(false);
});
