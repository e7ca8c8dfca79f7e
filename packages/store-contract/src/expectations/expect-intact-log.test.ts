import { createMemoryStore, type Store } from '@everlong/core';
import { describe, expect, test } from 'vitest';

import { expectIntactLog } from './expect-intact-log.js';
import { say } from '../samples/samples.js';

const nothing = { ids: [], records: [] };

async function storeWith(...ids: string[]): Promise<Store> {
  const store = createMemoryStore();
  await store.createSession({ id: 'crash', agent: 'agent' });
  for (const id of ids) await store.append('crash', [say(id, { id })]);
  return store;
}

describe('expectIntactLog', () => {
  test('passes a log that holds what was acknowledged, and more', async () => {
    const store = await storeWith('a:0:0/1', 'b:0:0/2', 'b:0:1/2', 'a:1:0/1');
    await store.appendRecord('crash', { type: 'pin', seq: 0, pinned: true });
    const acknowledged = { ids: ['b:0:0/2', 'b:0:1/2', 'a:0:0/1'], records: [0] };
    expect(await expectIntactLog(store, 'crash', acknowledged)).toEqual({ entries: 4, records: 1 });
  });

  test('looks at what came since the last check', async () => {
    const store = await storeWith('torn:0:0/2', 'a:0:0/1');
    const before = { entries: 1, records: 0 };
    const acknowledged = { ids: ['a:0:0/1'], records: [] };
    expect(await expectIntactLog(store, 'crash', acknowledged, before)).toEqual({
      entries: 2,
      records: 0,
    });
  });

  test.for<[string, string[], { ids: string[]; records: number[] }, RegExp]>([
    ['a missing entry', ['a:0:0/1'], { ids: ['a:1:0/1'], records: [] }, /a:1:0\/1 is missing/],
    ['a missing record', [], { ids: [], records: [0] }, /record is missing/],
    [
      'the wrong order',
      ['a:1:0/1', 'a:0:0/1'],
      { ids: ['a:0:0/1', 'a:1:0/1'], records: [] },
      /out of order/,
    ],
    ['a batch torn at the end', ['a:0:0/1', 'a:1:0/2'], nothing, /torn/],
    ['a batch torn in the middle', ['a:1:0/2', 'b:0:0/1'], nothing, /a:1:1\/2/],
    ['a batch without its head', ['a:1:1/2'], nothing, /should begin/],
  ])('finds %s', async ([, ids, acknowledged, problem]) => {
    const store = await storeWith(...ids);
    await expect(expectIntactLog(store, 'crash', acknowledged)).rejects.toThrow(problem);
  });

  test('finds an entry that is there twice', async () => {
    const store = await storeWith('a:0:0/1', 'a:1:0/1');
    const doubled: Store = {
      ...store,
      async *read(sessionId) {
        for await (const entry of store.read(sessionId)) yield { ...entry, id: 'a:0:0/1' };
      },
    };
    await expect(expectIntactLog(doubled, 'crash', nothing)).rejects.toThrow(/twice/);
  });
});
