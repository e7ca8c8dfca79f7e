import { anyCharacter } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createTokenizer } from './create-tokenizer.js';
import type { Encoder } from './encoding/encoder.js';
import { createStreamCounter } from './stream-counter.js';

const encodings = [
  { encoding: 'o200k_base' },
  { encoding: 'cl100k_base' },
  { model: 'claude-opus-4-5' },
];

/** Text of all kinds, cut anywhere, also between the halves of a character. */
const pieces = fc.array(
  fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({
      unit: fc.constantFrom('a', 'B', ' ', '\n', '\r', "'", 's', '1', '中', 'é', '\u0301'),
    }),
    fc.constantFrom('\ud83d', '\ude00', 'LL', "'re", '  ', '/', '!', ' the', 'ſ'),
  ),
  { maxLength: 30 },
);

describe('createStreamCounter', () => {
  it.each(encodings)('gives after each piece what count gives: %o', async (options) => {
    const tokenizer = await createTokenizer(options);
    fc.assert(
      fc.property(pieces, (parts) => {
        const counter = tokenizer.createStreamCounter();
        let text = '';
        for (const part of parts) {
          text += part;
          expect(counter.add(part)).toBe(tokenizer.count(text));
        }
        expect(counter.count()).toBe(tokenizer.count(text));
      }),
    );
  });

  it('stays right on a long stretch without any boundary', async () => {
    const tokenizer = await createTokenizer({ encoding: 'o200k_base' });
    const counter = tokenizer.createStreamCounter();
    let last = 0;
    for (let index = 0; index < 20_000; index++) last = counter.add('abcdefghij');
    const exact = tokenizer.count('abcdefghij'.repeat(20_000));
    expect(last).toBeGreaterThanOrEqual(exact);
    expect(last).toBeLessThan(exact * 1.1);
    expect(counter.count()).toBe(exact);
  });

  it('counts a long stretch in few passes when it comes in large pieces', () => {
    let counted = 0;
    const encoder = {
      count: (text: string) => text.length,
      countSettled(text: string) {
        counted += text.length;
        return { tokens: 0, length: 0, openTokens: text.length };
      },
    };
    const counter = createStreamCounter(encoder as unknown as Encoder);
    for (let index = 0; index < 256; index++) counter.add(' '.repeat(4096));
    expect(counter.count()).toBe(2 ** 20);
    expect(counted).toBeLessThanOrEqual(4 * 2 ** 20);
  });

  it('begins anew', async () => {
    const tokenizer = await createTokenizer({ encoding: 'o200k_base' });
    const counter = tokenizer.createStreamCounter();
    counter.add('something else ');
    counter.reset();
    expect(counter.count()).toBe(0);
    expect(counter.add('hello world')).toBe(2);
  });
});
