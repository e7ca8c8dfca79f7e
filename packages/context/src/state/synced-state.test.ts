import { createMemoryStore, type Store, StoreConflictError } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import type { SessionOptions } from '../config/session-options.js';
import { assistant, open, readAll, turns, user } from '../../test/support/conversation.js';

/**
 * A store on which another process, with `base` as its own, is quicker so many times: just before a
 * compaction is recorded, it makes one of its own and appends more than fits.
 */
function overtaken(base: Store, times: number): { store: Store; conflicts: () => number } {
  let left = times;
  let conflicts = 0;
  const store: Store = {
    ...base,
    async appendRecord(id, record, options) {
      if (record.type === 'compaction' && left > 0) {
        left--;
        const rival = await open({ store: base, id, contextWindow: 3000 });
        await rival.append(turns(20, 100));
        await rival.prepare();
        await rival.append(turns(20, 200));
      }
      try {
        return await base.appendRecord(id, record, options);
      } catch (error) {
        if (StoreConflictError.isInstance(error)) conflicts++;
        throw error;
      }
    },
  };
  return { store, conflicts: () => conflicts };
}

describe('a process that another one overtakes again and again', () => {
  it.each(['prepare', 'compact'] as const)('goes on until its %s succeeds', async (call) => {
    const base = createMemoryStore();
    const { store, conflicts } = overtaken(base, 12);
    const session = await open({ store, id: 's', contextWindow: 3000 });
    await session.append(turns(20));
    await (call === 'prepare' ? session.prepare() : session.compact());
    expect(conflicts()).toBe(12);
    expect(session.state().epoch).toBe(13);
    const { state, messages } = await session.prepare();
    const again = await open({ store: base, id: 's', contextWindow: 3000 });
    expect((await again.prepare()).messages).toEqual(messages);
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
  });

  it('is told of a conflict that no other process explains', async () => {
    let tries = 0;
    const base = createMemoryStore();
    const store: Store = {
      ...base,
      async appendRecord(id, record, options) {
        if (record.type !== 'compaction') return base.appendRecord(id, record, options);
        tries++;
        throw new StoreConflictError('never now');
      },
    };
    const session = await open({ store, contextWindow: 3000 });
    await session.append(turns(20));
    await expect(session.prepare()).rejects.toThrow('never now');
    expect(tries).toBe(4);
  });
});

describe('two processes on one session', () => {
  async function pair(options: Partial<SessionOptions> = {}) {
    const store = createMemoryStore();
    const both = { store, id: 's', contextWindow: 3000, ...options };
    return { store, left: await open(both), right: await open(both), again: () => open(both) };
  }

  it('see what the other appended, in one order', async () => {
    const { left, right } = await pair();
    await left.append(user('from the left'));
    await right.append(user('from the right'));
    await left.append(user('left again'));
    const expected = ['from the left', 'from the right', 'left again'];
    for (const session of [left, right]) {
      const { messages } = await session.prepare();
      expect(messages.map(({ content }) => content)).toEqual(expected);
    }
  });

  it('both go on from a compaction of either', async () => {
    const { left, right, again } = await pair();
    await left.append([...turns(20), user('and now?')]);
    const compacted = await left.prepare();
    expect(compacted.state.epoch).toBe(1);
    const seen = await right.prepare();
    expect(seen.state.epoch).toBe(1);
    expect(seen.messages).toEqual(compacted.messages);
    expect((await (await again()).prepare()).messages).toEqual(compacted.messages);
  });

  it('make the same request as a session opened anew, whoever prepared', async () => {
    const { left, right, again } = await pair();
    const call = { type: 'tool-call' as const, toolCallId: 'c', toolName: 'x', input: {} };
    await left.append([user('go'), { role: 'assistant', content: [call] }]);
    // The left one sends the call with an error result, and so the result comes late for both.
    await left.prepare();
    await right.append({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'x',
          output: { type: 'text', value: '42' },
        },
      ],
    });
    await right.append(assistant('done'));
    const requests = [await right.prepare(), await left.prepare(), await (await again()).prepare()];
    const [first] = requests;
    for (const { messages } of requests) expect(messages).toEqual(first?.messages);
    expect(JSON.stringify(first?.messages)).toContain('[late result');
  });

  it('decide anew when the other was quicker', async () => {
    const inner = createMemoryStore();
    let interfere: (() => Promise<unknown>) | undefined;
    const store: Store = {
      ...inner,
      async appendRecord(id, record, expected) {
        const act = interfere;
        interfere = undefined;
        if (record.type === 'compaction') await act?.();
        return inner.appendRecord(id, record, expected);
      },
    };
    const left = await open({ store, id: 's', contextWindow: 3000 });
    const right = await open({ store: inner, id: 's', contextWindow: 3000 });
    await left.append([...turns(20), user('and now?')]);
    interfere = () => right.prepare();
    const { state, messages } = await left.prepare();
    expect(state.epoch).toBe(1);
    expect((await right.prepare()).messages).toEqual(messages);
  });

  it('give up after some conflicts, and lose nothing', async () => {
    const inner = createMemoryStore();
    const store: Store = {
      ...inner,
      appendRecord: (id, record, expected) =>
        record.type === 'compaction'
          ? Promise.reject(new StoreConflictError('someone else is always quicker'))
          : inner.appendRecord(id, record, expected),
    };
    const session = await open({ store, contextWindow: 3000 });
    const stored = await session.append([...turns(20), user('and now?')]);
    await expect(session.prepare()).rejects.toThrow(StoreConflictError);
    expect(await readAll(session.entries())).toEqual(stored);
  });

  it('can both be the one that makes it', async () => {
    const store = createMemoryStore();
    const [left, right] = await Promise.all([open({ store, id: 's' }), open({ store, id: 's' })]);
    await left.append(user('hello'));
    expect((await right.prepare()).messages).toEqual([user('hello')]);
  });

  it('add up what both were billed', async () => {
    const { left, right, again } = await pair();
    await left.recordUsage({ inputTokens: 100, outputTokens: 1 });
    await right.recordUsage({ inputTokens: 10, outputTokens: 1 });
    await left.recordUsage({ inputTokens: 1, outputTokens: 1 });
    expect((await again()).state().spend).toEqual({ inputTokens: 111, outputTokens: 3 });
  });
});

describe('a store that fails', () => {
  it('leaves the session as it was', async () => {
    const inner = createMemoryStore();
    let broken = true;
    const failing =
      <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
      (...args: Args): Promise<Result> =>
        broken ? Promise.reject(new Error('the disk is full')) : work(...args);
    const store: Store = {
      ...inner,
      append: failing(inner.append.bind(inner)),
      appendRecord: failing(inner.appendRecord.bind(inner)),
    };
    const session = await open({ store, contextWindow: 3000 });
    await expect(session.append(user('lost'))).rejects.toThrow('the disk is full');
    broken = false;
    await session.append([...turns(20), user('and now?')]);
    broken = true;
    await expect(session.prepare()).rejects.toThrow('the disk is full');
    await expect(session.pin(0)).rejects.toThrow('the disk is full');
    broken = false;
    const { state } = await session.prepare();
    expect(state.epoch).toBe(1);
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
  });
});
