import { describe, expect, it } from 'vitest';

import { createLongTextCounts } from './long-text-counts.js';

const text = (letter: string, length = 100_000): string => letter.repeat(length);

describe('createLongTextCounts', () => {
  it('remembers the eight newest long texts', () => {
    const counts = createLongTextCounts();
    for (const [index, letter] of Array.from('abcdefghij').entries())
      counts.set(text(letter), index);
    expect(counts.get(text('a'))).toBeUndefined();
    expect(counts.get(text('b'))).toBeUndefined();
    expect(counts.get(text('c'))).toBe(2);
    expect(counts.get(text('j'))).toBe(9);
    expect(counts.get(text('j', 100_001))).toBeUndefined();
  });

  it('holds on to no short text, and to no giant one', () => {
    const counts = createLongTextCounts();
    counts.set(text('a', 1000), 1);
    counts.set(text('a', 5_000_000), 2);
    expect(counts.get(text('a', 1000))).toBeUndefined();
    expect(counts.get(text('a', 5_000_000))).toBeUndefined();
  });
});
