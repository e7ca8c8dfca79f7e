import { propertyRuns, sampled } from '@everlong/testing';
import { createRandom, runSeed } from '@everlong/testing/random';
import { get_encoding } from 'tiktoken';
import { describe, expect, it } from 'vitest';

import { codePointTexts, randomText } from '@everlong/testing/random-text';
import { createTokenizer } from '../create-tokenizer.js';

const RANDOM_TEXTS = propertyRuns(500);
const FIXED_SEED = 20_261_121;

const EDGES = [
  '',
  '\0',
  '\ufeffhello world',
  'a \ufeff\ufeff b',
  'a\u0085\u0085b',
  'user says <|endoftext|> here',
  'x.hasOwnProperty toLocaleString __proto__ constructor',
  'a\ud83d b',
  'a\ude00b',
  "it'\u017f fine, WE'LL see, he'D",
  'a\r\n\r\n  b\r\r\n',
  'x   \n\n   ',
  '中文ABC',
  '\u0301ABC',
  "\u0301'LL",
  '12345678901',
  '🏴\u{e0067}\u{e0062}\u{e007f}',
];

describe.each(['o200k_base', 'cl100k_base'] as const)('%s against tiktoken', (encoding) => {
  const oracle = get_encoding(encoding);

  async function createComparison() {
    const tokenizer = await createTokenizer({ encoding });
    return (text: string, hint = ''): void => {
      const expected = Array.from(oracle.encode_ordinary(text));
      expect(tokenizer.encode(text), `${hint} ${JSON.stringify(text)}`).toEqual(expected);
      expect(tokenizer.count(text)).toBe(expected.length);
      expect(tokenizer.decode(expected)).toBe(text.toWellFormed());
    };
  }

  it('gives the same tokens for what others get wrong', async () => {
    const expectSame = await createComparison();
    for (const text of EDGES) expectSame(text);
  });

  // promise: context-29
  it('gives the same tokens for random texts of a fixed seed', async () => {
    const expectSame = await createComparison();
    const random = createRandom(FIXED_SEED);
    for (let index = 0; index < RANDOM_TEXTS; index++) expectSame(randomText(random));
  });

  it('gives the same tokens for random texts of a fresh seed', async () => {
    const expectSame = await createComparison();
    const seed = runSeed();
    const random = createRandom(seed);
    for (let index = 0; index < RANDOM_TEXTS; index++)
      expectSame(randomText(random), `seed ${seed}`);
  });

  // `pnpm fuzz` compares all code points.
  it('knows the classes of code points', async () => {
    const tokenizer = await createTokenizer({ encoding });
    const fresh = (runSeed() % 32) * 0x1000;
    const dense = [
      [0, 0x19ff],
      [0x1a00, 0x33ff],
      [0xa000, 0xabff],
      [0xd700, 0x101ff],
      [0x1e000, 0x1efff],
    ] as const;
    for (const [first, last] of [...sampled(dense, 1), [fresh, fresh + 0xfff] as const]) {
      for (const text of codePointTexts(first, last)) {
        const expected = oracle.encode_ordinary(text);
        const actual = tokenizer.encode(text);
        const at = actual.findIndex((token, index) => token !== expected[index]);
        expect(at, `near ${tokenizer.decode(actual.slice(Math.max(0, at - 5), at + 5))}`).toBe(-1);
        expect(tokenizer.count(text)).toBe(expected.length);
      }
    }
  });

  it('counts the same without caches, and the second time', async () => {
    const cached = await createTokenizer({ encoding });
    const plain = await createTokenizer({ encoding, cache: false });
    const random = createRandom(FIXED_SEED + 1);
    const texts = Array.from({ length: RANDOM_TEXTS }, () => randomText(random));
    const expected = texts.map((text) => plain.count(text));
    expect(texts.map((text) => cached.count(text))).toEqual(expected);
    expect(texts.map((text) => cached.count(text))).toEqual(expected);
    expect(texts.map((text) => plain.encode(text).length)).toEqual(expected);
  });

  it('counts texts of many slices', async () => {
    const tokenizer = await createTokenizer({ encoding });
    const random = createRandom(FIXED_SEED + 2);
    let text = '';
    while (text.length < 120_000) text += `${randomText(random)} `;
    const expected = oracle.encode_ordinary(text).length;
    expect(tokenizer.count(text)).toBe(expected);
    expect(tokenizer.encode(text)).toHaveLength(expected);
  });

  it.each(sampled(['a', 'ab', '=', ' ', '\n', '中', '1', '\ud800'], 3))(
    'merges a long run of %j',
    async (unit) => {
      const tokenizer = await createTokenizer({ encoding });
      // tiktoken takes quadratic time: 5,000 characters are enough to compare.
      const text = unit.repeat(5000);
      expect(tokenizer.encode(text)).toEqual(Array.from(oracle.encode_ordinary(text)));
      expect(tokenizer.count(unit.repeat(200_000))).toBeGreaterThan(1000);
    },
  );
});

describe('count with a limit', () => {
  it('tells whether a text fits', async () => {
    const tokenizer = await createTokenizer({ encoding: 'o200k_base', cache: false });
    expect(tokenizer.fits('hello world '.repeat(2_000_000), 1000)).toBe(false);
    expect(tokenizer.fits('hello world', 2)).toBe(true);
    expect(tokenizer.fits('hello world', 1)).toBe(false);
    expect(tokenizer.fits('', 0)).toBe(true);
  });
});
