import { createMemoryStore, type Entry, type StoredRecord } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type {
  BeforeCompactionEvent,
  CompactionEvent,
  OverflowEvent,
  SessionHooks,
} from './hooks.js';
import { openSession } from '../session/open-session.js';

/** A token is four characters. */
async function talk(hooks: SessionHooks) {
  const store = createMemoryStore();
  const session = await openSession({
    store,
    tokenizer,
    hooks,
    agent: 'ada',
    contextWindow: 4000,
  });
  for (let turn = 0; turn < 60; turn++) {
    await session.append({ role: 'user', content: `question ${turn} ${'word '.repeat(60)}` });
    await session.prepare();
    await session.append({ role: 'assistant', content: `answer ${turn} ${'word '.repeat(60)}` });
  }
  const records: StoredRecord[] = [];
  for await (const record of store.readRecords(session.id)) records.push(record);
  return { session, store, records };
}

afterEach(() => void vi.useRealTimers());

describe('hooks', () => {
  it('tell of each compaction: before it, with what leaves, and after it, with its record', async () => {
    const before: BeforeCompactionEvent[] = [];
    const leaving: Entry[][] = [];
    const after: CompactionEvent[] = [];
    const { session, records } = await talk({
      async onBeforeCompaction(event) {
        before.push(event);
        const entries: Entry[] = [];
        for await (const entry of event.entries()) entries.push(entry);
        leaving.push(entries);
      },
      onCompaction: (event) => void after.push(event),
    });
    const compactions = records.filter(({ type }) => type === 'compaction');
    expect(compactions.length).toBeGreaterThan(1);
    expect(after.map(({ record }) => record)).toMatchObject(
      compactions.map(({ recordSeq: _seq, recordedAt: _at, ...record }) => record),
    );
    expect(before.map(({ epoch }) => epoch)).toEqual(compactions.map((_, index) => index));
    expect(before[0]).toMatchObject({ sessionId: session.id, agent: 'ada', fromSeq: 0 });
    expect(leaving[0]?.map(({ seq }) => seq)).toEqual(
      Array.from({ length: (before[0]?.toSeq ?? -1) + 1 }, (_, seq) => seq),
    );
  });

  it('that fail lose no compaction, and leave a note', async () => {
    const { session, records } = await talk({
      onBeforeCompaction: () => Promise.reject(new Error('the memory is full')),
      onCompaction() {
        throw new Error('nobody listens');
      },
    });
    expect(session.state().epoch).toBeGreaterThan(1);
    expect(records).toContainEqual(
      expect.objectContaining({
        type: 'note',
        name: 'hook-failed',
        value: { hook: 'onBeforeCompaction', problem: 'Error: the memory is full' },
      }),
    );
  });

  it('that fail are named in the plan, when reopened too, until a call succeeds', async () => {
    let isBroken = true;
    const hooks = {
      onCompaction() {
        if (isBroken) throw new Error(`nobody listens ${'x'.repeat(1000)}`);
      },
    };
    const { session, store } = await talk(hooks);
    const options = { store, tokenizer, hooks, id: session.id, contextWindow: 4000 };
    for (const opened of [session, await openSession(options)]) {
      const { plan } = await opened.prepare();
      expect(plan.hookFailures).toEqual([
        { hook: 'onCompaction', problem: expect.stringMatching(/^Error: nobody listens x+$/) },
      ]);
      expect(plan.hookFailures[0]?.problem).toHaveLength(500);
    }
    isBroken = false;
    const mended = await openSession(options);
    expect((await mended.compact()).compacted).toBe(true);
    expect((await mended.prepare()).plan.hookFailures).toEqual([]);
    expect((await (await openSession(options)).prepare()).plan.hookFailures).toEqual([]);
  });

  it('may fail with what has no text', async () => {
    const { session, records } = await talk({
      onBeforeCompaction: () => Promise.reject(Object.create(null)),
    });
    expect(session.state().epoch).toBeGreaterThan(1);
    expect(records).toContainEqual(expect.objectContaining({ type: 'note', name: 'hook-failed' }));
  });

  it('that never end are left behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const store = createMemoryStore();
    const hooks = { onBeforeCompaction: () => new Promise<void>(() => {}) };
    const session = await openSession({ store, tokenizer, hooks, contextWindow: 4000 });
    for (let turn = 0; turn < 8; turn++) {
      await session.append({ role: 'user', content: 'word '.repeat(300) });
      await session.append({ role: 'assistant', content: 'word '.repeat(300) });
    }
    const request = session.prepare();
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await request).state.epoch).toBe(1);
  });

  it('tell of an overflow and of what the session answers', async () => {
    const events: OverflowEvent[] = [];
    const { session } = await talk({ onOverflow: (event) => void events.push(event) });
    const error = new Error("This model's maximum context length is 2000 tokens.");
    const result = await session.recover(error);
    await session.recover(new Error('connection reset'));
    expect(result.retry).toBe(true);
    expect(events).toMatchObject([{ error, result, agent: 'ada' }]);
  });
});
