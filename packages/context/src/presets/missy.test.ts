import { createMemoryStore, messageText } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import {
  exchange,
  labelsOf,
  openWatched,
  takeTurns,
  words,
} from '../../test/support/watched-session.js';
import { openSession } from '../session/open-session.js';
import { createPolicy } from './create-policy.js';
import { assistant, user } from '../../test/support/conversation.js';

const open = (contextWindow = 200_000, budget: object = {}) =>
  openWatched({ policy: 'missy', contextWindow, budget });

describe('003, token budget', () => {
  // promise: missy-1
  it('has the documented defaults', () => {
    expect(createPolicy('missy').settings).toMatchObject({
      maxTotalTokens: 30_000,
      systemReserve: 2000,
      toolDefinitionsReserve: 2000,
      memoryFraction: 0.15,
      learningsFraction: 0.05,
      minRecentMessages: 16,
    });
  });

  // promise: missy-7
  it('the total is 30,000 tokens, or less in a smaller window', async () => {
    expect((await open()).session.state().inputBudget).toBe(30_000);
    expect((await open(16_000)).session.state().inputBudget).toBe(16_000 - 4000);
  });
});

describe('003, budget allocation', () => {
  const historyLimit = async (window: number, instructions = ''): Promise<number | undefined> => {
    const { session } = await open(window);
    return session.state({ instructions }).triggers.find(({ name }) => name === 'history')?.limit;
  };

  // promise: missy-2
  it('history gets what the reserves leave: nothing else takes its share', async () => {
    expect(await historyLimit(200_000)).toBe(26_000);
    expect(await historyLimit(200_000, words('instructions', 3000))).toBe(26_000);
  });

  // promise: missy-6
  it('instructions beyond both reserves are counted, for a request must fit (law 1)', async () => {
    const limit = (await historyLimit(200_000, words('instructions', 9000))) ?? 0;
    expect(limit).toBeGreaterThan(30_000 - 9100);
    expect(limit).toBeLessThanOrEqual(30_000 - 9000);
  });

  it('all reserves together are at most half of a small window, and the plan says so (law 1)', async () => {
    const { session } = await open(4000);
    await session.append(user('hello'));
    const { plan } = await session.prepare();
    expect(plan.clamps).toEqual([
      { name: 'responseReserve', wanted: 4096, given: 1000 },
      { name: 'systemReserve', wanted: 2000, given: 500 },
      { name: 'toolDefinitionsReserve', wanted: 2000, given: 500 },
    ]);
    expect(await historyLimit(4000)).toBe(2000);
  });
});

describe('003, pruning strategy', () => {
  // promise: missy-12
  it('nothing is pruned before the history budget is exceeded', async () => {
    const { session } = await open();
    await session.append([user('question 0'), assistant(words('answer 0', 21_000))]);
    await session.append(user('question 1'));
    expect((await session.prepare()).messages).toHaveLength(3);
  });

  // promise: missy-11
  it('the most recent 16 messages are always included, whatever the history budget says', async () => {
    const { session } = await open();
    await session.append(user('question'));
    for (let step = 0; step < 10; step++) {
      await session.append(exchange(`call-${step}`, words(`output of call-${step}`, 3300)));
    }
    const { messages, state } = await session.prepare();
    const last = Array.from({ length: 8 }, (_, index) => `output of call-${index + 2}`);
    expect(labelsOf(messages.slice(1))).toEqual(last);
    // 8 results of 3,300 tokens: over the history budget, within the total.
    expect(state.used.messages).toBeGreaterThan(26_000);
    expect(state.used.total).toBeLessThanOrEqual(30_000);
  });

  // promise: missy-11
  it('the fresh tail is cut where it alone exceeds the total (law 1)', async () => {
    const { session } = await open();
    for (let index = 0; index < 20; index++) {
      await session.append([user(`question ${index}`), assistant(words(`answer ${index}`, 6000))]);
    }
    await session.append(user(words('question 20', 2000)));
    const { messages, state, plan } = await session.prepare();
    expect(state.used.total).toBeLessThanOrEqual(30_000);
    expect(plan.explain(39)?.disposition).toBe('verbatim');
    expect(messages.at(-1)).toEqual(user(words('question 20', 2000)));
    const fates = Array.from({ length: 16 }, (_, index) => plan.explain(25 + index)?.disposition);
    expect(new Set(fates)).toEqual(new Set(['truncated', 'verbatim']));
  });

  // promise: missy-12
  it('the evictable prefix is filled newest first; once one does not fit, all older go', async () => {
    const { session, spans } = await open(200_000, { softThreshold: 1 });
    await session.append([user('question 0'), assistant('answer 0')]);
    await session.append([user(words('question 1', 20_000)), assistant('answer 1')]);
    for (let index = 2; index < 12; index++) {
      await session.append([user(`question ${index}`), assistant(words(`answer ${index}`, 600))]);
    }
    await session.append(user(words('question 12', 500)));
    const { messages, plan } = await session.prepare();
    expect(labelsOf(messages)[0]).toBe('answer 1');
    expect(plan.explain(0)).toMatchObject({ disposition: 'dropped' });
    expect(plan.explain(2)).toMatchObject({
      disposition: 'dropped',
      reason: 'the oldest messages exceed the history budget',
    });
    expect(spans).toEqual([]);
  });

  it('every request whose first message moved is a new epoch, without asking a model (law 6)', async () => {
    const { session, spans, records } = await open(16_000, {
      softThreshold: 1,
      minRecentMessages: 4,
    });
    const requests = await takeTurns(session, { to: 13, tokens: 450 });
    for (const [index, { messages, state }] of requests.entries()) {
      const before = requests[index - 1];
      if (before === undefined) continue;
      const moved = labelsOf(before.messages)[0] !== labelsOf(messages)[0];
      expect(state.epoch).toBe(before.state.epoch + (moved ? 1 : 0));
    }
    expect(requests.at(-1)?.state.epoch).toBeGreaterThan(2);
    expect((await records('compaction')).every(({ kind }) => kind === 'trim')).toBe(true);
    expect(spans).toEqual([]);
  });
});

describe('003, conversation summaries', () => {
  // promise: missy-13
  it('what has no room is summarized after a turn, once it is a quarter of the history', async () => {
    const { session, spans } = await open();
    const requests = await takeTurns(session, { to: 22, tokens: 750 });
    // 33 messages of 754 tokens beside a summary's room, then 9 that have none.
    const first = requests.findIndex(({ state }) => state.used.summary > 0);
    expect(first).toBe(21);
    expect(spans).toMatchObject([{ from: 0, to: 9 }]);
    expect(requests[first]?.state.lastCompaction).toMatchObject({
      kind: 'snapshot',
      reason: '32422 tokens of history and summaries',
    });
  });

  it('within a turn none is made', async () => {
    const { session, spans } = await open();
    await session.append(user('question'));
    for (let step = 0; step < 20; step++) {
      await session.append(exchange(`call-${step}`, words(`output of call-${step}`, 2000)));
      await session.prepare();
    }
    expect(spans).toEqual([]);
    await session.append([assistant('answer'), user('and now?')]);
    await session.prepare();
    expect(spans).toHaveLength(1);
  });

  // promise: missy-13, missy-14
  it('the summary stands before evictable messages and the fresh tail, and they fill the budget', async () => {
    const { session } = await open();
    await takeTurns(session, { to: 22, tokens: 750 });
    await session.append(user('question 22'));
    const { messages, state } = await session.prepare();
    expect(messages[0]?.content).toMatch(
      /^\[Summary: depth 1, 10 messages, covers \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\]\n/,
    );
    const labels = labelsOf(messages.slice(1));
    expect(labels[0]).toBe('answer 5');
    expect(labels).toHaveLength(34);
    expect(state.used.total).toBeGreaterThan(25_000);
  });

  // promise: missy-14
  it('several summaries of one depth become one of the next', async () => {
    const { session } = await open();
    const depths = new Set<string>();
    for (let turn = 0; turn < 120; turn++) {
      const [request] = await takeTurns(session, { from: turn, to: turn + 1, tokens: 750 });
      const headers = (request?.messages ?? []).flatMap((message) =>
        [...messageText(message).matchAll(/^\[Summary: depth (\d+)/gm)].map(([, depth]) => depth),
      );
      depths.add(headers.join(' '));
    }
    const seen = [...depths].filter((list) => list !== '');
    expect(seen.slice(0, 3)).toEqual(['1', '1 1', '1 1 1']);
    expect(seen).toContain('2');
    expect(seen.some((list) => list.startsWith('2 1'))).toBe(true);
  });

  // promise: missy-16
  it('a model is not asked every turn, for what is summarized no longer counts (law 8)', async () => {
    const { session, spans } = await open();
    await takeTurns(session, { to: 60, tokens: 750 });
    expect(spans.length).toBeGreaterThan(3);
    expect(spans.length).toBeLessThan(12);
    for (const [index, { from }] of spans.entries()) {
      expect(from).toBe(index === 0 ? 0 : (spans[index - 1]?.to ?? -2) + 1);
    }
  });

  it('a summary by hand covers what is older than the fresh tail', async () => {
    const { session, spans } = await open();
    await takeTurns(session, { to: 20, tokens: 100 });
    expect((await session.compact()).compacted).toBe(true);
    expect(spans).toMatchObject([{ from: 0, to: 23 }]);
  });
});

describe('003, example', () => {
  const message = (index: number): string => `message ${index} `.padEnd(4000, 'word ');

  // promise: missy-15
  it.each([
    ['all at once', 40],
    ['turn by turn', 2],
  ])(
    '40 messages of 4,000 characters and a new one, %s: 12 to 40 and the new one are there',
    async (_name, batch) => {
      const session = await openSession({ store: createMemoryStore(), policy: 'missy' });
      for (let index = 1; index <= 40; index += batch) {
        for (let next = index; next < index + batch; next++) {
          const content = message(next);
          await session.append({ role: next % 2 === 0 ? 'assistant' : 'user', content });
          if (batch < 40 && next % 2 === 1) await session.prepare();
        }
      }
      await session.append(user('the new message'));
      const { messages } = await session.prepare();
      const texts = new Set(messages.map(messageText));
      for (let index = 12; index <= 40; index++) expect(texts).toContain(message(index));
      expect(messages.at(-1)).toEqual(user('the new message'));
      expect(texts).not.toContain(message(1));
    },
  );
});

describe('003, configuration', () => {
  // promise: missy-3
  it('takes the names of the document', async () => {
    const names = {
      total: 50_000,
      systemReserve: 1000,
      toolDefinitionsReserve: 3000,
      memoryFraction: 0.2,
      learningsFraction: 0.1,
      freshTailCount: 24,
    };
    const { total, freshTailCount, ...shares } = names;
    const own = { ...shares, maxTotalTokens: total, minRecentMessages: freshTailCount };
    expect(createPolicy('missy', names).settings).toMatchObject(own);
    for (const policy of ['missy', createPolicy('missy')]) {
      const { session } = await openWatched({ policy, contextWindow: 200_000, budget: names });
      expect(session.state().inputBudget).toBe(50_000);
      await takeTurns(session, { to: 30, tokens: 20 });
      await session.compact();
      expect((await session.prepare()).messages.length).toBeGreaterThanOrEqual(25);
    }
  });

  // promise: missy-3
  it('takes a larger budget and a longer tail', async () => {
    const { session } = await open(200_000, { maxTotalTokens: 50_000, minRecentMessages: 24 });
    const { inputBudget, triggers } = session.state();
    expect(inputBudget).toBe(50_000);
    expect(triggers.find(({ name }) => name === 'history')?.limit).toBe(46_000);
  });
});
