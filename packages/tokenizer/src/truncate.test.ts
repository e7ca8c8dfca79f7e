import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createTokenizer } from './create-tokenizer.js';

const tokenizer = await createTokenizer({ encoding: 'o200k_base' });
const estimator = await createTokenizer({ model: 'claude-sonnet-5' });

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.string({ unit: fc.constantFrom('😀', '中', 'word ', '\n', 'a', "'s "), maxLength: 200 }),
);
const keeps = fc.constantFrom('start', 'end', 'both');
const notices = fc.constantFrom('', '…', '\n[… left out …]\n');

describe('truncate', () => {
  it('never exceeds the limit and never parts a character', () => {
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 0, max: 120 }),
        keeps,
        notices,
        (text, max, keep, notice) => {
          for (const { truncate, count } of [tokenizer, estimator]) {
            const result = truncate(text, max, { keep, notice });
            expect(count(result)).toBeLessThanOrEqual(max);
            expect(result.isWellFormed()).toBe(true);
          }
        },
      ),
    );
  });

  it('leaves a text that fits as it is', () => {
    fc.assert(
      fc.property(texts, keeps, notices, (text, keep, notice) => {
        expect(tokenizer.truncate(text, tokenizer.count(text), { keep, notice })).toBe(text);
      }),
    );
  });

  it('keeps what was asked for, with the notice where text is missing', () => {
    const text = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
    const start = tokenizer.truncate(text, 100, { notice: '[cut]' });
    expect(text.startsWith(start.replace('[cut]', ''))).toBe(true);
    expect(start.endsWith('[cut]')).toBe(true);

    const end = tokenizer.truncate(text, 100, { keep: 'end', notice: '[cut]' });
    expect(text.endsWith(end.replace('[cut]', ''))).toBe(true);
    expect(end.startsWith('[cut]')).toBe(true);

    const both = tokenizer.truncate(text, 100, { keep: 'both', notice: '[cut]' });
    const [head = '', tail = ''] = both.split('[cut]');
    expect(text.startsWith(head)).toBe(true);
    expect(text.endsWith(tail)).toBe(true);
    expect(head.length).toBeGreaterThan(tail.length);
  });

  it('uses the room it is given', () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(200);
    for (const keep of ['start', 'end', 'both'] as const) {
      expect(tokenizer.count(tokenizer.truncate(text, 300, { keep }))).toBeGreaterThan(290);
    }
  });

  it('gives an empty text for no room, and drops a notice that does not fit', () => {
    expect(tokenizer.truncate('hello world', 0)).toBe('');
    expect(tokenizer.truncate('hello world', Number.NaN)).toBe('');
    const result = tokenizer.truncate('hello world, hello world', 2, {
      notice: 'a long notice here',
    });
    expect(result.startsWith('hello')).toBe(true);
  });

  it('cuts a megabyte without boundaries in time', () => {
    const result = tokenizer.truncate('a'.repeat(1_000_000), 1000, { keep: 'both', notice: '…' });
    expect(tokenizer.count(result)).toBeLessThanOrEqual(1000);
    expect(result.length).toBeGreaterThan(7000);
  });
});
