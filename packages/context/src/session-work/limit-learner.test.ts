import { createMemoryStore } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../session/open-session.js';
import { createLimitLearner } from './limit-learner.js';

const tooLong = new Error('prompt is too long');

describe('createLimitLearner', () => {
  it('takes the limit that the error names, less the room for the answer', () => {
    const { limit } = createLimitLearner().learn(
      new Error("This model's maximum context length is 8192 tokens."),
      { usedTokens: 50_000, responseReserve: 1000 },
    );
    expect(limit).toBe(7192);
  });

  it('allows for a provider that counts more tokens than we do', () => {
    const { limit } = createLimitLearner().learn(
      new Error('prompt is too long: 240000 tokens > 200000 maximum'),
      { usedTokens: 180_000, responseReserve: 0 },
    );
    expect(limit).toBe(144_000);
  });

  it('shrinks by a fifth without a number, and in any case', () => {
    const request = { usedTokens: 10_000, responseReserve: 4096 };
    expect(createLimitLearner().learn(tooLong, request).limit).toBe(8000);
    const named = new Error('prompt is too long: 10000 tokens > 200000 maximum');
    expect(createLimitLearner().learn(named, request).limit).toBe(8000);
  });

  it('leaves a session some room, whatever the error says', () => {
    const { limit } = createLimitLearner().learn(tooLong, { usedTokens: 0, responseReserve: 0 });
    expect(limit).toBe(256);
  });

  it('does not believe a count of the prompt that is far above ours', () => {
    const limits = [12_000, 300_000].map((usedTokens) => {
      const error = new Error('prompt is too long: 99999999999 tokens > 200000 maximum');
      return createLimitLearner().learn(error, { usedTokens, responseReserve: 4000 }).limit;
    });
    expect(limits).toEqual([3000, 49_000]);
    // A limit that is named is believed, however small.
    const { limit } = createLimitLearner().learn(
      new Error('prompt is too long: 12000 tokens > 1000 maximum'),
      { usedTokens: 12_000, responseReserve: 0 },
    );
    expect(limit).toBe(1000);
  });

  it('learns no limit below a prompt that was taken, unless the prompt is no longer', () => {
    const learn = (usedTokens: number, text: string) =>
      createLimitLearner().learn(new Error(text), {
        usedTokens,
        responseReserve: 0,
        acceptedTokens: 50_000,
      }).limit;
    expect(learn(60_000, 'maximum context length is 2048 tokens')).toBe(50_000);
    expect(learn(60_000, 'prompt is too long')).toBe(50_000);
    expect(learn(80_000, 'prompt is too long')).toBe(64_000);
    expect(learn(50_000, 'maximum context length is 2048 tokens')).toBe(2048);
    expect(learn(50_000, 'prompt is too long')).toBe(40_000);
  });

  it('gives up after five tries, until a call comes through', () => {
    const learner = createLimitLearner();
    const learn = () => learner.learn(tooLong, { usedTokens: 10_000, responseReserve: 0 });
    expect(Array.from({ length: 6 }, () => learn().limit !== undefined)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(learn()).toMatchObject({ overflow: true });
    learner.succeeded();
    expect(learn().limit).toBe(8000);
  });

  it('does not count other errors', () => {
    const learner = createLimitLearner();
    for (let index = 0; index < 9; index++) {
      const learned = learner.learn(new Error('Overloaded'), {
        usedTokens: 100,
        responseReserve: 0,
      });
      expect(learned.overflow).toBe(false);
    }
    expect(learner.learn(tooLong, { usedTokens: 1000, responseReserve: 0 }).limit).toBe(800);
  });
});

async function longSession(model = 'gpt-5.5') {
  const store = createMemoryStore();
  // Only limits shall make these requests smaller, not prices.
  const budget = { carryFactor: Infinity };
  const open = (name = model) =>
    openSession({ store, id: 's', tokenizer, model: name, contextWindow: 100_000, budget });
  const session = await open();
  for (let turn = 0; turn < 40; turn++) {
    await session.append([
      { role: 'user', content: `question ${turn} ${'word '.repeat(200)}` },
      { role: 'assistant', content: `answer ${turn} ${'word '.repeat(200)}` },
    ]);
  }
  await session.append({ role: 'user', content: 'and now?' });
  return { store, session, open };
}

describe('session.recover', () => {
  it.each([
    [3000, (used: number) => `prompt is too long: ${used} tokens > 3000 maximum`],
    [9000, () => 'Your input exceeds the context window of this model.'],
  ])('brings a request below the %i tokens that a server takes', async (limit, messageOf) => {
    const { session } = await longSession();
    let calls = 0;
    for (;;) {
      const { state } = await session.prepare();
      calls++;
      if (state.used.total <= limit) break;
      const { retry, overflow } = await session.recover(new Error(messageOf(state.used.total)));
      expect([retry, overflow]).toEqual([true, true]);
    }
    expect(calls).toBeGreaterThan(1);
    expect(calls).toBeLessThanOrEqual(6);
  });

  it('gives up on a server that refuses everything', async () => {
    const { session } = await longSession();
    let result = await session.recover(tooLong);
    for (let call = 0; call < 20 && result.retry; call++) {
      await session.prepare();
      result = await session.recover(tooLong);
    }
    expect(result).toMatchObject({ retry: false, overflow: true });
    await session.prepare();
  });

  it('remembers the limit after reopening, for this model alone', async () => {
    const { session, open } = await longSession();
    await session.prepare();
    await session.recover(new Error('prompt is too long: 20000 tokens > 4000 maximum'));
    const { inputBudget } = session.state();
    expect(inputBudget).toBeLessThan(4000);
    expect((await open()).state().inputBudget).toBe(inputBudget);
    expect((await open('claude-sonnet-4-6')).state().inputBudget).toBeGreaterThan(90_000);
    expect((await open()).state().inputBudget).toBe(inputBudget);
  });

  it('learns no limit below a request that the provider has billed', async () => {
    const { session, open } = await longSession();
    const first = await session.prepare();
    const inputTokens = first.state.used.total;
    await session.recordUsage({ inputTokens, outputTokens: 10 });
    await session.append({ role: 'assistant', content: 'answer' });
    await session.append({ role: 'user', content: 'and now? '.repeat(50) });
    const second = await session.prepare();
    expect(second.state.used.total).toBeGreaterThan(inputTokens);
    const absurd = 'prompt is too long: 123456789 tokens > 300 maximum';
    const { maxInputTokens } = await session.recover(new Error(absurd));
    expect(maxInputTokens).toBe(inputTokens);
    expect((await open()).state().inputBudget).toBe(inputTokens);
  });

  it('says no to other errors and records nothing', async () => {
    const { session, store } = await longSession();
    expect(await session.recover(new Error('Overloaded'))).toMatchObject({
      retry: false,
      overflow: false,
    });
    for await (const record of store.readRecords('s')) expect(record.type).not.toBe('limit');
  });
});
