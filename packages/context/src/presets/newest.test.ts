import { describe, expect, it } from 'vitest';

import { labelsOf, openWatched, takeTurns, words } from '../../test/support/watched-session.js';
import { user } from '../../test/support/conversation.js';

describe('newest', () => {
  it('sends everything that fits, and then the newest messages without a gap', async () => {
    const { session, spans, records } = await openWatched({
      policy: 'newest',
      contextWindow: 4000,
      budget: { responseReserve: 0 },
    });
    const requests = await takeTurns(session, { to: 40, tokens: 100 });
    for (const [turn, { messages, state }] of requests.entries()) {
      const labels = labelsOf(messages);
      const all = Array.from({ length: turn + 1 }, (_, index) => [
        `question ${index}`,
        `answer ${index}`,
      ]).flat();
      expect(labels).toEqual(all.slice(0, -1).slice(-labels.length));
      // One more message would not have fitted: each takes 104 tokens.
      if (labels.length < all.length - 1) expect(state.used.total).toBeGreaterThan(4000 - 2 * 104);
    }
    expect(spans).toEqual([]);
    expect((await records('compaction')).every(({ kind }) => kind === 'trim')).toBe(true);
  });

  it('refills at every call: each request whose first message moved is an epoch', async () => {
    const { session } = await openWatched({ policy: 'newest', contextWindow: 4000 });
    const requests = await takeTurns(session, { to: 40, tokens: 100 });
    for (const [index, { messages, state }] of requests.entries()) {
      const before = requests[index - 1];
      if (before === undefined) continue;
      const moved = labelsOf(before.messages)[0] !== labelsOf(messages)[0];
      expect(state.epoch).toBe(before.state.epoch + (moved ? 1 : 0));
    }
    expect(requests.at(-1)?.state.epoch).toBeGreaterThan(15);
  });
});

describe('full', () => {
  it('sends everything at every call, whether it fits or not', async () => {
    const { session, records } = await openWatched({ policy: 'full', contextWindow: 1000 });
    await takeTurns(session, { to: 20, tokens: 100 });
    await session.append(user(words('question 20', 100)));
    const { messages, state } = await session.prepare();
    expect(messages).toHaveLength(41);
    expect(state.level).toBe('over');
    expect(state.epoch).toBe(0);
    expect(await records('compaction')).toEqual([]);
    expect((await session.compact()).compacted).toBe(false);
  });
});
