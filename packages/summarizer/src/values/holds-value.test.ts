import { describe, expect, it } from 'vitest';

import { holdsValue } from './holds-value.js';

describe('holdsValue', () => {
  it.each([
    ['(src/foo.ts)', 'src/foo.ts'],
    ['Open src/foo.ts.', 'src/foo.ts'],
    ['src/foo.ts:12', 'src/foo.ts'],
    ['path=/a/b', '/a/b'],
    ['"a\\n/a/b"', '/a/b'],
    ['"a\\nfoo_bar"', 'foo_bar'],
    ['--foo_bar', 'foo_bar'],
    ['// note\n//foo_bar', 'foo_bar'],
    ['port 3000, then', '3000'],
    ['localhost:3000', '3000'],
    ['^1.2.3', '1.2.3'],
    ['xfoo_bar foo_bar', 'foo_bar'],
    ['https://a.io/b.', 'https://a.io/b'],
  ])('finds in %j the whole %j', (text, value) => {
    expect(holdsValue(text, value)).toBe(true);
  });

  it.each([
    ['/repo/src/foo.ts', 'src/foo.ts'],
    ['src/foo.tsx', 'src/foo.ts'],
    ['src/foo.ts.map', 'src/foo.ts'],
    ['12345', '1234'],
    ['1234.5', '1234'],
    ['foo_bar_baz', 'foo_bar'],
    ['a.foo_bar', 'foo_bar'],
    ['ns::foo_bar', 'foo_bar'],
    ['foo_bar::x', 'foo_bar'],
    ['v1.2.3', '1.2.3'],
    ['1.2.3-beta', '1.2.3'],
    ['a@b.io', 'b.io'],
    ['https://a.io/b/c', 'https://a.io/b'],
    ['https://a.io/b?c=1', 'https://a.io/b'],
    ['anything', ''],
  ])('finds in %j no whole %j', (text, value) => {
    expect(holdsValue(text, value)).toBe(false);
  });
});
