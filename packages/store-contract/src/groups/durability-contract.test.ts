import { createMemoryStore, type Store } from '@everlong/core';
import { describe, expect, test } from 'vitest';

import { contractGroups } from './contract-groups.js';
import { expectKept, type StoreContractOptions } from './expect-kept.js';

/** Memory stores that outlive their closing, broken in one way when opened again. */
function brokenWhenReopened(change: (store: Store) => Partial<Store>): StoreContractOptions {
  const stores = new Map<string, Store>();
  return {
    create(directory) {
      const store = { ...createMemoryStore(), close: () => Promise.resolve() };
      stores.set(directory, store);
      return store;
    },
    reopen(directory) {
      const store = stores.get(directory) ?? createMemoryStore();
      return { ...store, ...change(store) };
    },
  };
}

async function brokenGroups(options: StoreContractOptions): Promise<string[]> {
  const found: string[] = [];
  for (const group of contractGroups) {
    const runs = await Promise.allSettled(group.cases.map((each) => expectKept(each, options)));
    if (runs.some((run) => run.status === 'rejected')) found.push(group.name);
  }
  return found;
}

describe('the contract of durable stores', () => {
  test.for<[string, StoreContractOptions]>([
    ['everything', brokenWhenReopened(() => createMemoryStore())],
    [
      'its epoch',
      brokenWhenReopened((store) => ({
        getSession: async (id) => ({ ...(await store.getSession(id)), epoch: 0 }),
      })),
    ],
    [
      'the ids of its entries',
      brokenWhenReopened((store) => ({
        append: (id, inputs, options) =>
          store.append(
            id,
            inputs.map(({ message }) => ({ message })),
            options,
          ),
      })),
    ],
  ])('catches a store that forgets %s when it is closed', async ([, options]) => {
    expect(await brokenGroups(options)).toContain('durability');
  });

  test('finds nothing else in a store that only does not mind being closed', async () => {
    expect(await brokenGroups(brokenWhenReopened(() => ({})))).toEqual(['refusals']);
  });
});
