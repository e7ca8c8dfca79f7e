/**
 * Compares the engine with tiktoken on random texts and on every code point. Use:
 * `pnpm fuzz [COUNT] [SEED]`; 200,000 texts of a fresh seed by default. Exits with 1 at a
 * difference.
 */
import { createRandom } from '@everlong/testing/random';
import { get_encoding } from 'tiktoken';

import { createTokenizer } from '@everlong/tokenizer';
import { codePointTexts, randomText } from '@everlong/testing/random-text';

const count = Number(process.argv[2] ?? 200_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 32);
let differences = 0;

for (const encoding of ['o200k_base', 'cl100k_base'] as const) {
  const oracle = get_encoding(encoding);
  const tokenizer = await createTokenizer({ encoding });
  const check = (text: string): void => {
    const expected = oracle.encode_ordinary(text);
    const actual = tokenizer.encode(text);
    const isEqual =
      actual.length === expected.length && actual.every((token, at) => token === expected[at]);
    if (isEqual && tokenizer.count(text) === expected.length) return;
    differences++;
    if (differences < 20) process.stderr.write(`${encoding}: ${JSON.stringify(text)}\n`);
  };

  const random = createRandom(seed);
  for (let index = 0; index < count; index++) check(randomText(random));
  let codePoints = 0;
  for (const text of codePointTexts(0, 0x10ffff)) {
    check(text);
    codePoints += 64;
  }
  process.stdout.write(
    `${encoding}: ${count} random texts (seed ${seed}) and ${codePoints} code points compared\n`,
  );
}
process.stdout.write(`${differences} differences\n`);
process.exitCode = differences === 0 ? 0 : 1;
