/**
 * Whether the hand-set weights carry over: weights chosen on two conversations of LoCoMo against
 * weights chosen on all five, both measured on the other three (recall@10, without category 5).
 * Each weight in turn is tried at half and at twice its value and kept where the fitted
 * conversations gain. Build the packages first, then:
 *
 *     node bench/fit-locomo.ts [--data FOLDER]
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { createMemory, recallWeights, type RecallWeights } from '@everlong/memory';

import { loadLocomo, locomoFile, type LocomoConversation, recallAt10 } from './locomo-data.ts';

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const file = locomoFile(values.data);

async function score(
  conversations: readonly LocomoConversation[],
  weights: RecallWeights,
): Promise<number> {
  return recallAt10(conversations, async () =>
    createMemory({ path: ':memory:', profile: weights }),
  );
}

async function fit(conversations: readonly LocomoConversation[]): Promise<RecallWeights> {
  let best = recallWeights.dialogue;
  let bestScore = await score(conversations, best);
  for (const name of Object.keys(best) as (keyof RecallWeights)[]) {
    for (const factor of best[name] === 0 ? [] : [0.5, 2]) {
      const tried = { ...best, [name]: best[name] * factor };
      const triedScore = await score(conversations, tried);
      if (triedScore <= bestScore) continue;
      [best, bestScore] = [tried, triedScore];
    }
  }
  return best;
}

if (existsSync(file)) {
  const all = loadLocomo(file);
  const [fitted, heldOut] = [all.slice(0, 2), all.slice(2)];
  const figures = {
    handSet: await score(heldOut, recallWeights.dialogue),
    chosenOnTwo: await score(heldOut, await fit(fitted)),
    chosenOnFive: await score(heldOut, await fit(all)),
  };
  process.stdout.write(
    `${JSON.stringify({ heldOut: heldOut.map(({ name }) => name), ...figures })}\n`,
  );
} else {
  process.stdout.write(`Skipped: there is no ${file}. Set EVERLONG_DATA to its folder.\n`);
}
