import { ConfigError, createMemoryStore, type Store, type Usage } from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';
import { quarters as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../session/open-session.js';

const call = { inputTokens: 10, outputTokens: 1 };

describe('calls whose usage is not known', () => {
  it('are counted apart, and say nothing about how the provider counts', async () => {
    const store = createMemoryStore();
    const session = await openSession({ store, tokenizer });
    await session.append({ role: 'user', content: 'why? '.repeat(100) });
    await session.prepare();
    await session.recordUsage('unknown');
    await session.recordUsage({ inputTokens: undefined, outputTokens: undefined });
    await session.recordUsage(call);
    const reopened = await openSession({ store, id: session.id, tokenizer });
    expect(reopened.state().spend).toEqual({ ...call, unreportedCalls: 2 });
    expect(reopened.state().truncation).toBeUndefined();
  });
});

describe('usage that two processes book at the same time', () => {
  it('is in the sum of both, once', async () => {
    const store = createMemoryStore();
    const one = await openSession({ store });
    const other = await openSession({ store, id: one.id });
    for (let round = 0; round < 5; round++) {
      await Promise.all([one.recordUsage(call), other.recordUsage(call), one.recordUsage(call)]);
    }
    const reopened = await openSession({ store, id: one.id });
    expect(reopened.state().spend).toEqual({ inputTokens: 150, outputTokens: 15 });
  });

  it('is in the sum of a session that had not seen it yet', async () => {
    const store = createMemoryStore();
    const { id } = await store.createSession({ agent: 'default' });
    // Another process books between the look at the log and the record.
    let between: (() => Promise<void>) | undefined;
    const interrupted: Store = {
      ...store,
      async appendRecord(sessionId, record, options) {
        const then = between;
        between = undefined;
        await then?.();
        return store.appendRecord(sessionId, record, options);
      },
    };
    const one = await openSession({ store: interrupted, id });
    const other = await openSession({ store, id });
    await other.recordUsage(call);
    between = () => other.recordUsage({ inputTokens: 100, outputTokens: 0 });
    await one.recordUsage(call);
    expect(one.state().spend).toEqual({ inputTokens: 120, outputTokens: 2 });
    const reopened = await openSession({ store, id });
    expect(reopened.state().spend).toEqual({ inputTokens: 120, outputTokens: 2 });
  });
});

describe('usage that nobody can have been billed', () => {
  const absurd = [1e308, Number.NaN, -5, Number.POSITIVE_INFINITY].map((count): Usage => {
    return { inputTokens: count, outputTokens: count, cacheReadTokens: count };
  });

  it('leaves what was spent as it is, reopened too', async () => {
    const store = createMemoryStore();
    const session = await openSession({ store });
    await session.recordUsage(call);
    for (const usage of [...absurd, ...absurd]) await session.recordUsage(usage);
    expect(session.state().spend).toEqual(call);
    const reopened = await openSession({ store, id: session.id });
    expect(reopened.state().spend).toEqual(call);
  });

  it.each(absurd)('counts as nothing when a summarizer reports it: %j', async (usage) => {
    const extractive = createExtractiveSummarizer();
    const session = await openSession({
      store: createMemoryStore(),
      tokenizer,
      contextWindow: 3000,
      summarizer: {
        name: 'absurd',
        summarize: async (input) => ({ ...(await extractive.summarize(input)), usage }),
      },
    });
    await session.append(
      Array.from({ length: 30 }, (_, turn) => ({
        role: 'user' as const,
        content: `${turn} ${'word '.repeat(100)}`,
      })),
    );
    await session.compact();
    expect(session.state().spend).toEqual({ inputTokens: 0, outputTokens: 0 });
  });

  it.each([undefined, null, 'much', {}, { tokens: 3 }])('is refused: %j', async (usage) => {
    const session = await openSession({ store: createMemoryStore() });
    const refused = session.recordUsage(usage as never);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow('Cannot read');
    await session.recordUsage(call);
    expect(session.state().spend).toEqual(call);
  });

  it('is taken as other SDKs report it', async () => {
    const session = await openSession({ store: createMemoryStore() });
    await session.recordUsage({ input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 90 });
    await session.recordUsage({ prompt_tokens: 100, completion_tokens: 1 });
    expect(session.state().spend).toEqual({
      inputTokens: 200,
      outputTokens: 2,
      cacheReadTokens: 90,
    });
  });
});
