import { type Entry, type EntryInput, createMemoryStore, type Store } from '@everlong/core';
import { describe, expect, test } from 'vitest';

import { contractGroups } from './groups/contract-groups.js';
import { rulesOf } from './groups/contract-rules.js';
import { expectKept, type StoreContractOptions } from './groups/expect-kept.js';

type Change = (store: Store) => Partial<Store>;

/** The memory store, broken in one way. */
function broken(change: Change): StoreContractOptions {
  return {
    create() {
      const store = createMemoryStore();
      return { ...store, ...change(store) };
    },
  };
}

const withoutIds = (inputs: readonly EntryInput[]): EntryInput[] =>
  inputs.map(({ message }) => ({ message }));

async function* mapEntries(
  entries: AsyncIterable<Entry>,
  change: (entry: Entry) => Entry,
): AsyncIterable<Entry> {
  for await (const entry of entries) yield change(entry);
}

async function* pairwiseSwapped(entries: AsyncIterable<Entry>): AsyncIterable<Entry> {
  let held: Entry | undefined;
  for await (const entry of entries) {
    if (held === undefined) {
      held = entry;
      continue;
    }
    yield entry;
    yield held;
    held = undefined;
  }
  if (held !== undefined) yield held;
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Each store breaks one promise; the group beside it must notice. */
const brokenStores: [name: string, group: string, options: StoreContractOptions][] = [
  [
    'forgets ids',
    'idempotent ids',
    broken((store) => ({ append: (id, inputs, o) => store.append(id, withoutIds(inputs), o) })),
  ],
  [
    'reorders',
    'append',
    broken((store) => ({ read: (id, options) => pairwiseSwapped(store.read(id, options)) })),
  ],
  [
    'ignores expectedSeq',
    'conflicts',
    broken((store) => ({ append: (id, inputs) => store.append(id, inputs) })),
  ],
  [
    'ignores expectedEpoch',
    'conflicts',
    broken((store) => ({ appendRecord: (id, record) => store.appendRecord(id, record) })),
  ],
  [
    'shows what was withdrawn',
    'rewinds',
    broken((store) => ({
      search: (query, options) => store.search(query, { ...options, withdrawn: true }),
    })),
  ],
  [
    'tears batches',
    'atomic batches',
    broken((store) => ({
      async append(id, inputs, options) {
        const stored: Entry[] = [];
        for (const input of inputs) stored.push(...(await store.append(id, [input], options)));
        return stored.length === 0 ? store.append(id, []) : stored;
      },
    })),
  ],
  [
    'interleaves batches',
    'concurrency',
    broken((store) => ({
      async append(id, inputs, options) {
        const stored: Entry[] = [];
        for (const input of inputs) {
          stored.push(...(await store.append(id, [input], options)));
          await pause();
        }
        return stored;
      },
    })),
  ],
  [
    'counts before it writes',
    'concurrency',
    broken((store) => ({
      async append(id, inputs) {
        const { entryCount } = await store.getSession(id);
        await pause();
        const stored = await store.append(id, inputs);
        return stored.map((entry, index) => ({ ...entry, seq: entryCount + index }));
      },
    })),
  ],
  [
    'leaves out the last of a range',
    'ranges',
    broken((store) => ({
      read: (id, options = {}) =>
        store.read(id, options.to === undefined ? options : { ...options, to: options.to - 1 }),
    })),
  ],
  [
    'writes JSON without an encoding',
    'lossless messages',
    broken((store) => ({
      read: (id, options) =>
        mapEntries(store.read(id, options), (entry) => JSON.parse(JSON.stringify(entry)) as Entry),
    })),
  ],
  [
    'hands out its own objects',
    'isolation of objects',
    broken((store) => {
      const kept = new Map<string, Entry>();
      return {
        read: (id, options) =>
          mapEntries(store.read(id, options), (entry) => {
            const key = `${id} ${entry.seq}`;
            if (!kept.has(key)) kept.set(key, entry);
            return kept.get(key) ?? entry;
          }),
      };
    }),
  ],
  [
    'finds what was withdrawn',
    'rewinds',
    broken((store) => ({
      search: (query, options) => store.search(query, { ...options, withdrawn: true }),
    })),
  ],
  [
    'keeps its epoch through a rewind',
    'rewinds',
    broken((store) => {
      const rewound = new Map<string, number>();
      return {
        async appendRecord(id, record, options) {
          const stored = await store.appendRecord(id, record, options);
          if (record.type === 'rewind') rewound.set(id, record.previousEpoch);
          return stored;
        },
        async getSession(id) {
          const info = await store.getSession(id);
          return { ...info, epoch: rewound.get(id) ?? info.epoch };
        },
      };
    }),
  ],
  [
    'removes what was withdrawn',
    'rewinds',
    broken((store) => {
      const withdrawnFrom = new Map<string, number>();
      return {
        async appendRecord(id, record, options) {
          if (record.type === 'rewind') withdrawnFrom.set(id, record.fromSeq);
          return store.appendRecord(id, record, options);
        },
        async *read(id, options) {
          const from = withdrawnFrom.get(id) ?? Infinity;
          for await (const entry of store.read(id, options)) if (entry.seq < from) yield entry;
        },
      };
    }),
  ],
  ['has one tenant', 'tenants', broken((store) => ({ forTenant: () => store }))],
  [
    'keeps one log for all sessions',
    'isolation of sessions',
    broken((store) => {
      let only: string | undefined;
      return {
        append: (id, inputs, options) => store.append((only ??= id), inputs, options),
        read: (id, options) => store.read(only ?? id, options),
      };
    }),
  ],
  [
    'numbers records with the entries',
    'records',
    broken((store) => ({
      async appendRecord(id, record, options) {
        const stored = await store.appendRecord(id, record, options);
        const { entryCount } = await store.getSession(id);
        return { ...stored, recordSeq: stored.recordSeq + entryCount };
      },
    })),
  ],
  [
    'keeps the latest media only',
    'media',
    broken((store) => {
      let last = new Uint8Array();
      return {
        putMedia(id, bytes, mediaType) {
          last = new Uint8Array(bytes);
          return store.putMedia(id, bytes, mediaType);
        },
        getMedia: (id, hash) => store.getMedia(id, hash).then(() => last),
      };
    }),
  ],
  [
    'lists in the order of creation',
    'sessions',
    broken((store) => ({
      listSessions: async (options) => (await store.listSessions(options)).toReversed(),
    })),
  ],
  [
    'takes queries for expressions',
    'search',
    broken((store) => ({
      async search(query, options) {
        new RegExp(query, 'u').test('');
        return store.search(query, options);
      },
    })),
  ],
  [
    'shows secrets in excerpts',
    'search',
    broken((store) => ({
      async search(query, options) {
        const hits = await store.search(query, options);
        return hits.map((hit) => ({
          ...hit,
          excerpt: hit.excerpt.replace(/\[REDACTED:\w+\]/, 'hunter22'),
        }));
      },
    })),
  ],
  [
    'searches sessions that were not named',
    'search',
    broken((store) => ({
      async search(query, { sessionIds, ...options } = {}) {
        return sessionIds === undefined ? store.search(query, options) : store.search(query);
      },
    })),
  ],
  [
    'searches beyond the range',
    'search',
    broken((store) => ({
      search: (query, options) =>
        store.search(query, { ...options, throughSeq: Number.POSITIVE_INFINITY }),
    })),
  ],
  ['can be used when closed', 'refusals', broken(() => ({ close: () => Promise.resolve() }))],
  [
    'takes any name',
    'refusals',
    broken((store) => ({
      createSession: ({ agent, ...rest }) =>
        store.createSession({ ...rest, agent: agent.replaceAll(/\W/g, '_') || 'agent' }),
    })),
  ],
];

describe('the contract', () => {
  test.for(brokenStores)('catches a store that %s, in "%s"', async ([, name, options]) => {
    const group = contractGroups.find((each) => each.name === name);
    const runs = rulesOf(group ?? { name }).map(([, rule]) => expectKept(rule, options));
    const failed = (await Promise.allSettled(runs)).filter((run) => run.status === 'rejected');
    expect(failed.length).toBeGreaterThan(0);
  });

  test('has a broken store for every group', () => {
    const covered = new Set([...brokenStores.map(([, group]) => group), 'durability']);
    expect(new Set(contractGroups.map((group) => group.name))).toEqual(covered);
  });

  test('leaves out only what the capabilities exclude', () => {
    const none = { durable: false, shared: false };
    const [all, plain] = [undefined, none].map(
      (capabilities) => contractGroups.flatMap((group) => rulesOf(group, capabilities)).length,
    ) as [number, number];
    expect(plain).toBeGreaterThan(all * 0.8);
  });
});
