import { createMemoryStore, type Store } from '@everlong/core';
import { copyValue } from '@everlong/core/internal';
import { beforeAll, describe, expect, test } from 'vitest';

import { type ContractGroup, rulesOf } from './contract-rules.js';
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

/** Memory stores that are shared, and broken in one way wherever they are opened. */
function broken(change: (store: Store) => Partial<Store>): StoreContractOptions {
  const stores = new Map<string, Store>();
  return {
    create(directory) {
      const store = { ...createMemoryStore(), close: () => Promise.resolve() };
      stores.set(directory, { ...store, ...change(store) });
      return stores.get(directory) ?? store;
    },
    reopen: (directory) => stores.get(directory) ?? createMemoryStore(),
  };
}

/** A store that loses its last entry when it is closed. */
function losingTheLast(): StoreContractOptions {
  const stores = new Map<string, Store>();
  const closed = new Set<string>();
  return {
    create(directory) {
      const store = { ...createMemoryStore(), close: async () => void closed.add(directory) };
      stores.set(directory, store);
      return store;
    },
    reopen(directory) {
      const store = stores.get(directory) ?? createMemoryStore();
      if (!closed.has(directory)) return store;
      return {
        ...store,
        async *read(id, options) {
          const { entryCount } = await store.getSession(id);
          for await (const entry of store.read(id, options)) {
            if (entry.seq < entryCount - 1) yield entry;
          }
        },
      };
    },
  };
}

/** Finds bytes whichever session they belong to. */
function leakingMedia(store: Store): Partial<Store> {
  const owner = new Map<string, string>();
  return {
    async putMedia(id, bytes, mediaType) {
      const hash = await store.putMedia(id, bytes, mediaType);
      owner.set(hash, id);
      return hash;
    },
    async getMedia(id, hash) {
      await store.getSession(id);
      return store.getMedia(owner.get(hash) ?? id, hash);
    },
  };
}

/** Appends that are begun together are stored in the opposite order. */
function reordering(store: Store): Partial<Store> {
  let begun: (() => void)[] = [];
  return {
    async append(id, inputs, options) {
      const own = copyValue(inputs) as typeof inputs;
      await new Promise<void>((resolve) => {
        if (begun.push(resolve) > 1) return;
        setImmediate(() => {
          const all = begun.toReversed();
          begun = [];
          for (const start of all) start();
        });
      });
      return store.append(id, own, options);
    },
  };
}

/** The names of the groups, by default among all, that a store breaks. */
async function brokenGroups(
  options: StoreContractOptions,
  groups: readonly ContractGroup[] = contractGroups,
): Promise<string[]> {
  const found: string[] = [];
  for (const group of groups) {
    const runs = await Promise.allSettled(
      rulesOf(group).map(([, rule]) => expectKept(rule, options)),
    );
    if (runs.some((run) => run.status === 'rejected')) found.push(group.name);
  }
  return found;
}

describe('the contract of durable stores', () => {
  /** Rules that every memory store breaks, for it does not mind being closed. */
  let others: string[] = [];
  beforeAll(async () => {
    others = await brokenGroups(broken(() => ({})));
  });

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
    const durability = contractGroups.filter(({ name }) => name === 'durability');
    expect(await brokenGroups(options, durability)).toEqual(['durability']);
  });

  test.for<[string, string[], StoreContractOptions]>([
    ['loses the last append when it is closed', ['durability'], losingTheLast()],
    [
      'ignores expectedEpoch',
      // The epoch of a session that was opened again is checked as well.
      ['conflicts', 'durability'],
      broken((store) => ({ appendRecord: (id, record) => store.appendRecord(id, record) })),
    ],
    ['leaks media between sessions', ['isolation of sessions'], broken(leakingMedia)],
    ['reorders appends that are not awaited', ['concurrency'], broken(reordering)],
  ])('finds that a store %s, and nothing else', async ([, groups, options]) => {
    expect((await brokenGroups(options)).filter((each) => !others.includes(each))).toEqual(groups);
  });

  test('finds a store that keeps its appends to itself until it is synced', async () => {
    const unsynced = brokenWhenReopened((store) => ({
      async *read(id) {
        for await (const entry of store.read(id)) if (entry.seq < 0) yield entry;
      },
    }));
    const found = await brokenGroups(unsynced);
    expect(found.filter((group) => group !== 'refusals')).toEqual(['concurrency', 'durability']);
  });

  test('finds nothing else in a store that only does not mind being closed', async () => {
    expect(await brokenGroups(brokenWhenReopened(() => ({})))).toEqual(['refusals']);
  });
});
