import { describe, expect, it } from 'vitest';

import { readEnds } from './text-ends.js';

const words = 'plain words on a line\n';

describe('readEnds', () => {
  it('reads as much of a giant text as of a hundredth of it', () => {
    const lengths = [5, 500].map((times) => {
      const source = words.repeat(times * 10_000);
      const { text, unread } = readEnds(source, 5000);
      expect(text.length + unread).toBe(source.length);
      return text.length;
    });
    expect(lengths[1]).toBe(lengths[0]);
    expect(lengths[0]).toBeLessThanOrEqual(1_000_000);
  });

  it('reads more where more is kept', () => {
    const { text } = readEnds(words.repeat(500_000), 1_000_000);
    expect(text.length).toBeGreaterThan(3_900_000);
  });

  it('reads a shorter text in full', () => {
    const source = words.repeat(1000);
    expect(readEnds(source, 100)).toEqual({ text: source, unread: 0 });
  });
});
