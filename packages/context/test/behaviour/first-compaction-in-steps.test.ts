import { createMemoryStore, type Store, type StoredRecord } from '@everlong/core';
import { COUNTED_HISTORIES, propertyRuns, quarters as tokenizer } from '@everlong/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session-work/session.js';

/** More than one step of 20,000; in the full run more than two. */
const ENTRIES = propertyRuns(COUNTED_HISTORIES) < COUNTED_HISTORIES ? 27_000 : 45_000;

describe('the first compaction of a very long log', () => {
  let base: Store;

  beforeAll(async () => {
    base = createMemoryStore();
    await base.createSession({ id: 's', agent: 'default' });
    await base.append(
      's',
      Array.from({ length: ENTRIES }, (_, index) => ({
        message: {
          role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
          content: `line ${index}`,
        },
      })),
    );
  });

  const open = (store: Store): Promise<Session> =>
    openSession({ store, id: 's', tokenizer, contextWindow: 8000 });

  async function steps(): Promise<StoredRecord[]> {
    const records: StoredRecord[] = [];
    for await (const record of base.readRecords('s', { type: 'note' })) records.push(record);
    return records;
  }

  /** Counts the entries read, and is cut off after so many. */
  function watched(readsAllowed: number): { store: Store; reads: () => number } {
    let reads = 0;
    const store: Store = {
      ...base,
      async *read(id, options) {
        for await (const entry of base.read(id, options)) {
          if (reads++ === readsAllowed) throw new Error('killed');
          yield entry;
        }
      },
    };
    return { store, reads: () => reads };
  }

  it('goes on from the last step that was kept, and lets others run', async () => {
    const first = await open(watched(24_500).store);
    let turns = 0;
    let running = true;
    const count = (): void => {
      turns++;
      if (running) setImmediate(count);
    };
    setImmediate(count);
    await expect(first.prepare()).rejects.toThrow('killed');
    running = false;
    expect(turns).toBeGreaterThan(10);
    expect(await steps()).toMatchObject([{ value: { fromSeq: 0, throughSeq: 19_999 } }]);

    const again = watched(Infinity);
    const second = await open(again.store);
    const opened = again.reads();
    const { state, plan } = await second.prepare();
    expect(again.reads() - opened).toBeLessThan(ENTRIES - 19_999);
    expect(await steps()).toHaveLength(Math.floor(ENTRIES / 20_000));
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    expect(plan.explain(100)?.disposition).toBe('summarized');
    expect(state.lastCompaction?.summarizedMessages).toBeGreaterThan(ENTRIES - 2100);
    // Nothing of it is done twice.
    const after = again.reads();
    await second.prepare();
    expect(again.reads()).toBe(after);
  });

  it('goes on from there too when the user rewinds behind the only snapshot', async () => {
    const store = watched(Infinity);
    const session = await open(store.store);
    const { rewound } = await session.rewind(ENTRIES - 4);
    expect(rewound).toBe(true);
    await session.append({ role: 'user', content: 'something else' });
    const before = store.reads();
    const { state, plan } = await session.prepare();
    expect(store.reads() - before).toBeLessThan(ENTRIES - 19_999);
    expect(plan.explain(100)?.disposition).toBe('summarized');
    expect(state.lastCompaction?.summarizedMessages).toBeGreaterThan(ENTRIES - 2200);
  });

  it('begins anew when the user withdrew some of what was kept', async () => {
    const store = watched(Infinity);
    const session = await open(store.store);
    await session.rewind(15_000);
    await session.append(
      Array.from({ length: 10_000 }, (_, index) => ({
        role: index % 2 === 0 ? ('assistant' as const) : ('user' as const),
        content: `anew ${index}`,
      })),
    );
    const before = store.reads();
    const { state } = await session.prepare();
    expect(store.reads() - before).toBeGreaterThan(22_000);
    const covered = state.lastCompaction?.summarizedMessages ?? 0;
    expect(covered).toBeGreaterThan(22_000);
    expect(covered).toBeLessThan(25_002);
  });

  it('a fork knows nothing of steps with entries that it lacks', async () => {
    const forked = await (await open(base)).fork(12_000);
    for await (const record of base.readRecords(forked.id)) expect(record.type).not.toBe('note');
  });
});
