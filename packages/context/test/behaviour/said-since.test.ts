import { createMemoryStore } from '@everlong/core';
import { createSummarizer } from '@everlong/summarizer';
import { createRandom } from '@everlong/testing/random';
import { expect, test } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { USER_TEXT_REASON } from '../../src/working-set/user-texts.js';
import { summarizing } from '../support/chat-messages.js';

const instructions = 'x '.repeat(900);

test('what the user said since is not left out for what the user said before', async () => {
  const random = createRandom(7);
  const words = (count: number): string =>
    Array.from({ length: count }, () => `word${random.below(40)}`).join(' ');
  const { summaryModel: model } = summarizing();
  for (let run = 0; run < 6; run++) {
    const session = await openSession({
      store: createMemoryStore(),
      contextWindow: 8000,
      summarizer: createSummarizer({ model, contextWindow: 8000 }),
    });
    const texts = new Set<number>();
    for (let turn = 0; turn < 9; turn++) {
      const content = `Q${turn}: ${words(350)}`;
      for (const { seq } of await session.append({ role: 'user', content })) texts.add(seq);
      const { plan } = await session.prepare({ instructions });
      const given = plan.ranges.findLast(({ reason }) => reason === USER_TEXT_REASON);
      const lost = plan.ranges
        .filter(
          ({ disposition, from }) => disposition === 'dropped' && from > (given?.to ?? Infinity),
        )
        .filter(({ from, to }) => [...texts].some((seq) => seq >= from && seq <= to));
      expect(lost).toEqual([]);
      // Some questions are never answered.
      if (random.below(4) === 0) continue;
      await session.append({ role: 'assistant', content: `A${turn}: ${words(125)}` });
      await session.endTurn();
    }
    await session.close();
  }
});
