/**
 * How much faster one pass finds which ledger values a text shows than one search for each value.
 * Use, after `pnpm build`: node packages/summarizer/bench/texts-in.ts
 */
import { createRandom } from '@everlong/testing/random';

import { textsIn } from '../src/ledger/texts-in.ts';

const random = createRandom(5);
const word = (): string => random.below(36 ** 6).toString(36);
const values = Array.from({ length: 1_000 }, () => `${word()}_${word()}`);
const text = Array.from({ length: 40_000 }, (_, index) =>
  index % 100 === 0 ? values[random.below(values.length)] : word(),
).join(' ');

function millisecondsOf(run: () => void): number {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

const onePass = millisecondsOf(() => textsIn(text, values));
const oneByOne = millisecondsOf(() => values.filter((value) => text.includes(value)));
process.stdout.write(
  `${values.length} values in ${text.length} characters: one pass ${onePass.toFixed(1)} ms, ` +
    `one search each ${oneByOne.toFixed(1)} ms, ratio ${(oneByOne / onePass).toFixed(1)}\n`,
);
