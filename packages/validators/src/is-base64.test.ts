import { expect, it } from 'vitest';

import { isBase64 } from './is-base64.js';

it.each(['AAAA', 'AAA=', 'AA==', 'a+/9', 'A'.repeat(20 * 1024 * 1024)])('takes %.8s', (text) => {
  expect(isBase64(text)).toBe(true);
});

it.each(['', 'AAA', '====', 'AAA-', 'A=AA', 'AA A', 4, undefined])('refuses %j', (value) => {
  expect(isBase64(value)).toBe(false);
});
