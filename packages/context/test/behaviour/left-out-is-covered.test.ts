import { createRandom } from '@everlong/testing/random';
import { expect, test } from 'vitest';

import type { PreparedRequest } from '../../src/request/describe-request.js';
import { exchange, openWatched, words } from '../support/watched-session.js';
import { assistant, user } from '../support/conversation.js';

/** Requests of a conversation in which texts and results of all sizes come. */
async function play(seed: number, contextWindow: number): Promise<PreparedRequest[]> {
  const random = createRandom(seed);
  const { session } = await openWatched({ contextWindow });
  const most = Math.floor(contextWindow * 0.3);
  const requests: PreparedRequest[] = [];
  for (let turn = 0; turn < 10; turn++) {
    await session.append(user(words(`Request ${turn}`, random.below(turn % 3 === 0 ? most : 60))));
    requests.push(await session.prepare());
    for (let step = 0; step < 5; step++) {
      const id = `call-${turn}-${step}`;
      await session.append(exchange(id, words(`output of ${id}`, random.below(most))));
      requests.push(await session.prepare());
    }
    await session.append(assistant(words('Answer', random.below(100))));
  }
  await session.close();
  return requests;
}

test.each([4000, 8000])(
  'in a window of %i tokens a snapshot covers what is left out, and the newest result is sent',
  async (contextWindow) => {
    const requests = await play(contextWindow, contextWindow);
    const ranges = requests.flatMap(({ plan }) => plan.ranges);
    expect(ranges.some(({ disposition }) => disposition === 'summarized')).toBe(true);
    expect(ranges.filter(({ disposition }) => disposition === 'dropped')).toEqual([]);
    const newest = requests.map(({ plan }) => plan.ranges.at(-1)?.disposition);
    expect(newest).not.toContain('summarized');
  },
);
