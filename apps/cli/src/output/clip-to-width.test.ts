import { expect, test } from 'vitest';

import { clipToWidth } from './clip-to-width.js';

test.each([
  ['plain text', 10, 'plain text'],
  ['plain text', 9, 'plain te…'],
  ['你好世界', 8, '你好世界'],
  ['你好世界', 7, '你好世…'],
  ['你好世界', 6, '你好…'],
  ['a👩‍👩‍👧‍👦b', 4, 'a👩‍👩‍👧‍👦b'],
  ['a👩‍👩‍👧‍👦b', 3, 'a…'],
  ['e\u0301e\u0301', 2, 'e\u0301e\u0301'],
  ['🇩🇪🇫🇷', 3, '🇩🇪…'],
  ['❤️❤️', 3, '❤️…'],
  ['long', 1, '…'],
  ['anything', Infinity, 'anything'],
])('%j in %d columns is %j', (text, columns, shown) => {
  expect(clipToWidth(text, columns)).toBe(shown);
});
