import { anyCharacter, growthOf } from '@everlong/testing';
import { createTokenizer } from '@everlong/tokenizer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CUT_MARK, truncateText } from './truncate-text.js';

const thirds = (text: string): number => Math.ceil(text.length / 3);
/** As tokenizers see rare scripts: more tokens than characters. */
const bytes = (text: string): number => new TextEncoder().encode(text).length;

describe('truncateText', () => {
  it('returns a text that fits as it is', () => {
    expect(truncateText('short', 2, thirds)).toBe('short');
    expect(truncateText('', 0, thirds)).toBe('');
  });

  it('keeps head and tail and says how much is missing', () => {
    const text = `${'a'.repeat(3000)}${'b'.repeat(3000)}`;
    const cut = truncateText(text, 100, thirds);
    expect(thirds(cut)).toBeLessThanOrEqual(100);
    expect(cut).toMatch(/^a+\n\[\.\.\. \d+ of 6000 characters \(2000 tokens in all\) left out/);
    expect(cut).toMatch(/b$/);
    const missing = Number(/(\d+) of 6000/.exec(cut)?.[1]);
    expect(missing).toBe(6000 - cut.replace(/\n\[.*\]\n/, '').length);
  });

  it('counts characters that are several tokens each', () => {
    const rare = '龘'.repeat(40);
    expect(bytes(truncateText(rare, 60, bytes))).toBeLessThanOrEqual(60);
    expect(truncateText('龘'.repeat(20), 20, bytes)).toBe(`${'龘'.repeat(5)}${CUT_MARK}`);
  });

  it('never splits a surrogate pair', () => {
    for (let maxTokens = 30; maxTokens < 60; maxTokens++) {
      const cut = truncateText('🙂'.repeat(500), maxTokens, thirds);
      expect(cut.isWellFormed()).toBe(true);
    }
  });

  it('keeps words of the head where the notice would take most of the room', () => {
    const text = 'one two three four five six seven '.repeat(6);
    for (const maxTokens of [10, 22, 40]) {
      const cut = truncateText(text, maxTokens, thirds);
      expect(thirds(cut)).toBeLessThanOrEqual(maxTokens);
      expect(cut.length).toBeGreaterThan(3 * maxTokens - 6);
      expect(cut).toMatch(/^one two .*\[cut\]$/);
    }
  });

  it('leaves a mark where there is no room at all', () => {
    expect(truncateText('x'.repeat(1000), 3, thirds)).toBe(CUT_MARK);
    expect(truncateText('x'.repeat(1000), 0, thirds)).toBe(CUT_MARK);
    expect(truncateText('x'.repeat(1000), -5, thirds)).toBe(CUT_MARK);
  });

  it('looks at the two ends of a giant text only, and shows no secret of them', () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    const filler = (length: number): string => 'plain words on a line\n'.repeat(length / 22);
    // One secret at each end, one across the place up to which the head is read.
    const across = `${filler(499_000)}${'x'.repeat(980)} ${secret}`;
    const text = `${secret}\n${across}\n${filler(2_000_000)}${filler(2_000_000)}${secret}`;
    const cut = truncateText(text, 800, thirds);
    expect(thirds(cut)).toBeLessThanOrEqual(800);
    expect(cut.startsWith('[REDACTED')).toBe(true);
    expect(cut).toMatch(/REDACTED[^\n]*\]$/);
    expect(cut).not.toContain(secret.slice(0, 12));
    const [, left, all] = /(\d+) of (\d+) characters/.exec(cut) ?? [];
    expect(Number(left)).toBeLessThan(Number(all));
    expect(Math.abs(Number(all) - text.length)).toBeLessThan(100);
  });

  it('is never over the limit, whatever the text', async () => {
    const { count } = await createTokenizer({ encoding: 'o200k_base' });
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.nat(300).map((length) => 'x'.repeat(length)),
      fc.nat(100).map((length) => '数据库'.repeat(length)),
      fc.nat(100).map((length) => '\ud800'.repeat(length)),
      fc.nat(60).map((length) => ' \n'.repeat(length)),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 3, max: 400 }), (value, maxTokens) => {
        const cut = truncateText(value, maxTokens, count);
        expect(count(cut)).toBeLessThanOrEqual(maxTokens);
        if (count(value) <= maxTokens) expect(cut).toBe(value);
      }),
    );
  });

  it('does at most linear work on a megabyte', async () => {
    const { count } = await createTokenizer({ encoding: 'o200k_base' });
    const growth = growthOf(1_000_000, (size) => {
      const dense = '数'.repeat(size / 5);
      const sparse = ' '.repeat((3 * size) / 5);
      expect(count(truncateText(dense + sparse + dense, 500, count))).toBeLessThanOrEqual(500);
    });
    expect(growth).toBeLessThan(3);
  });
});
