import { createMemoryStore, type Store } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { openSession } from './open-session.js';

const call = { inputTokens: 10, outputTokens: 1 };

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
