import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createMemoryStore, type Store } from '@everlong/core';
import { createJsonlStore } from '@everlong/store-jsonl';
import { createSqliteStore } from '@everlong/store-sqlite';
import {
  historyArbitrary,
  type HistoryStep,
  propertyRuns,
  thirds as tokenizer,
} from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { policyNames } from '../../src/presets/create-policy.js';

interface Setup {
  steps: HistoryStep[];
  policy: string;
  contextWindow: number;
}

const setupArbitrary: fc.Arbitrary<Setup> = fc.record({
  steps: historyArbitrary({ maxSteps: 20 }),
  policy: fc.constantFrom(...policyNames.filter((name) => name !== 'full')),
  contextWindow: fc.constantFrom(1000, 4000, 16_000),
});

/** Every request of a history; `reopen` gives the store as another process would open it. */
async function requestsOf(
  { steps, policy, contextWindow }: Setup,
  open: () => Store,
  reopen: (store: Store) => Promise<Store>,
): Promise<string[]> {
  let store = open();
  const requests: string[] = [];
  const session = () => openSession({ store, id: 's', tokenizer, policy, contextWindow });
  for (const step of steps) {
    if ('append' in step) {
      await (await session()).append(step.append);
      continue;
    }
    const { instructions, messages, plan } = await (await session()).prepare();
    requests.push(JSON.stringify({ instructions, messages, ranges: plan.ranges }));
    store = await reopen(store);
  }
  await store.close();
  return requests;
}

describe('laws on every store', () => {
  it('7: all stores give the same requests, reopened before each of them', async () => {
    await fc.assert(
      fc.asyncProperty(setupArbitrary, async (setup) => {
        const directory = await mkdtemp(join(tmpdir(), 'everlong-laws-'));
        const path = join(directory, 'sessions.db');
        const reopenWith = (open: () => Store) => async (store: Store) => {
          await store.close();
          return open();
        };
        const jsonl = () => createJsonlStore({ directory });
        const sqlite = () => createSqliteStore({ path });
        try {
          const inMemory = await requestsOf(setup, createMemoryStore, async (store) => store);
          expect(await requestsOf(setup, jsonl, reopenWith(jsonl))).toEqual(inMemory);
          expect(await requestsOf(setup, sqlite, reopenWith(sqlite))).toEqual(inMemory);
        } finally {
          await rm(directory, { recursive: true, force: true });
        }
      }),
      { numRuns: propertyRuns(10) },
    );
  });
});
