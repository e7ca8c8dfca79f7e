import { describe, expect, it } from 'vitest';

import { open, turns, user } from '../../test/support/conversation.js';

describe('expand, search and pin', () => {
  it('opens entries by id and number, in the order of the log, once each', async () => {
    const session = await open();
    const stored = await session.append(turns(5));
    const ids = stored.map(({ id }) => id);
    const found = await session.expand([ids[7] ?? '', 3, 4, 3, ids[3] ?? '', 0]);
    expect(found).toEqual([stored[0], stored[3], stored[4], stored[7]]);
  });

  it('leaves out what is not there', async () => {
    const session = await open();
    await session.append(turns(1));
    expect(await session.expand([])).toEqual([]);
    expect(await session.expand(['nobody', -1, 99, 1.5, Number.NaN, Infinity])).toEqual([]);
  });

  it('opens what was trimmed long ago', async () => {
    const session = await open({ contextWindow: 2000 });
    const stored = await session.append(turns(30));
    await session.append(user('and now?'));
    const { plan } = await session.prepare();
    expect(plan.explain(2)?.disposition).toBe('summarized');
    expect(await session.expand([2, 3])).toEqual(stored.slice(2, 4));
    expect(await session.search('question 1')).toContainEqual(
      expect.objectContaining({ seq: 2, entryId: stored[2]?.id }),
    );
  });

  it('finds at most as many as asked for, and nothing for odd queries', async () => {
    const session = await open();
    await session.append(turns(9));
    expect(await session.search('question', { limit: 3 })).toHaveLength(3);
    for (const query of ['', '  ', '"', '*', '?!', 'nowhere']) {
      expect(await session.search(query)).toEqual([]);
    }
  });

  it.each(['everlong', 'supyagent', 'newest'])('%s keeps a pinned entry', async (policy) => {
    const dial = policy === 'everlong' ? { keep: 'little' as const } : {};
    const session = await open({ contextWindow: 4000, policy, ...dial });
    await session.append([user('my key is 4711'), ...turns(5)]);
    await session.pin(0);
    for (let from = 5; from < 60; from += 5) {
      await session.append([...turns(5, from), user('next')]);
      const { messages, state } = await session.prepare();
      expect(messages).toContainEqual(user('my key is 4711'));
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    }
    await session.pin(0, false);
    await session.append([...turns(30, 100), user('next')]);
    const { messages } = await session.prepare();
    expect(messages).not.toContainEqual(user('my key is 4711'));
  });
});
