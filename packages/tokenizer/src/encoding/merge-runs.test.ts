import { growthOf } from '@everlong/testing';
import { createRandom } from '@everlong/testing/random';
import { get_encoding } from 'tiktoken';
import { describe, expect, it } from 'vitest';

import { createTokenizer } from '../create-tokenizer.js';

describe.each(['o200k_base', 'cl100k_base'] as const)('runs of one character in %s', (encoding) => {
  const oracle = get_encoding(encoding);

  it('have the tokens that tiktoken gives', async () => {
    const tokenizer = await createTokenizer({ encoding });
    const random = createRandom(20_261_122);
    for (let round = 0; round < 150; round++) {
      const runs = Array.from({ length: 1 + (round % 4) }, () => {
        const character = random.pick('-=/*_#.~+a '.split(''));
        return character.repeat(100 + random.below(round % 5 === 0 ? 3000 : 700));
      });
      const text = runs.join('');
      expect(tokenizer.encode(text)).toEqual(Array.from(oracle.encode_ordinary(text)));
      expect(tokenizer.count(text)).toBe(oracle.encode_ordinary(text).length);
    }
  });

  it('take no longer where the longest token may never follow itself', async () => {
    const tokenizer = await createTokenizer({ encoding });
    const millions = (size: number) => tokenizer.encode((size < 1e6 ? '_' : '-').repeat(size));
    expect(growthOf(1_000_000, millions)).toBeLessThan(2);
  });
});
