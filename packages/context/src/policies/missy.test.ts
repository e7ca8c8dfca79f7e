import { describe, expect, it } from 'vitest';

import {
  assistant,
  exchange,
  labelsOf,
  openWatched,
  takeTurns,
  user,
  words,
} from '../../test/support/watched-session.js';
import { createPolicy } from './create-policy.js';

const open = (contextWindow = 200_000, budget: object = {}) =>
  openWatched({ policy: 'missy', contextWindow, budget });

describe('003, token budget', () => {
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

  it('history gets what the reserves leave: nothing else takes its share', async () => {
    expect(await historyLimit(200_000)).toBe(26_000);
    expect(await historyLimit(200_000, words('instructions', 3000))).toBe(26_000);
  });

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
  it('nothing is pruned before the history budget is exceeded', async () => {
    const { session } = await open();
    await session.append([user('question 0'), assistant(words('answer 0', 21_000))]);
    await session.append(user('question 1'));
    expect((await session.prepare()).messages).toHaveLength(3);
  });

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
  it('at 75 % what is older than the fresh tail is summarized, after a turn', async () => {
    const { session, spans } = await open();
    const requests = await takeTurns(session, { to: 16, tokens: 750 });
    // 29 messages of 754 tokens are under 22,500, 31 are over.
    expect(requests.map(({ state }) => state.epoch)).toEqual([...Array(15).fill(0), 1]);
    expect(spans).toMatchObject([{ from: 0, to: 14 }]);
    expect(requests.at(-1)?.state.reason).toBe('23374 tokens of history and summaries');
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

  it('the summary stands before evictable messages and the fresh tail', async () => {
    const { session } = await open();
    await takeTurns(session, { to: 18, tokens: 750 });
    await session.append(user('question 18'));
    const { messages, state } = await session.prepare();
    expect(messages[0]?.content).toMatch(/^\[Record of messages #0 to #14/);
    const labels = labelsOf(messages.slice(1));
    expect(labels[0]).toBe('answer 7');
    expect(labels.length).toBeGreaterThan(16);
    expect(state.used.summary).toBeGreaterThan(0);
  });

  it('a summary replaces what it covers, so that it shrinks the request (law 8)', async () => {
    const { session } = await open();
    await takeTurns(session, { to: 15, tokens: 750 });
    await session.append(user(words('question 15', 750)));
    const before = session.state().used.total;
    const { state } = await session.prepare();
    expect(state.used.total).toBeLessThan(before * 0.75);
  });

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

describe('003, configuration', () => {
  it('takes a larger budget and a longer tail', async () => {
    const { session } = await open(200_000, { maxTotalTokens: 50_000, minRecentMessages: 24 });
    const { inputBudget, triggers } = session.state();
    expect(inputBudget).toBe(50_000);
    expect(triggers.find(({ name }) => name === 'history')?.limit).toBe(46_000);
  });
});
