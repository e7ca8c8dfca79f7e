import { createMemoryStore } from '@everlong/core';
import { expect, it } from 'vitest';

import { createSessionPool } from './session-pool.js';
import { metadataWith } from './session-settings.js';

it("does not fail a tenant's request because another's session cannot be closed", async () => {
  const store = createMemoryStore();
  for (const tenant of ['acme', 'other'])
    await store.forTenant(tenant).createSession({ agent: 'default', id: 's' });
  const failures: unknown[] = [];
  const pool = createSessionPool({
    storeOf: (tenant) => store.forTenant(tenant),
    defaults: { contextWindow: 4000 },
    summarizerOf: async () => undefined,
    upstream: () => undefined,
    memoryOf: undefined,
    maxOpen: 1,
    closeFailed: (error) => failures.push(error),
  });
  await pool.use('acme', 's', async (session) => {
    session.close = () => Promise.reject(new Error("acme's disk is full"));
  });
  expect(await pool.use('other', 's', async ({ id }) => id)).toBe('s');
  expect(failures).toEqual([new Error("acme's disk is full")]);
});

it("takes an upstream's window for the model's, and a session's own where that is smaller", async () => {
  const store = createMemoryStore();
  const pool = createSessionPool({
    storeOf: (tenant) => store.forTenant(tenant),
    defaults: { model: 'gpt-4', contextWindow: 6000 },
    summarizerOf: async () => undefined,
    upstream: (model) =>
      model === 'gpt-4'
        ? { contextWindow: 100_000, load: () => Promise.reject(new Error('not called')) }
        : undefined,
    memoryOf: undefined,
    maxOpen: 9,
    closeFailed: () => {},
  });
  const windows = { default: undefined, small: 5000, large: 200_000 };
  const found: number[] = [];
  for (const [id, contextWindow] of Object.entries(windows)) {
    const metadata = metadataWith({}, contextWindow === undefined ? {} : { contextWindow });
    await store.forTenant('acme').createSession({ agent: 'default', id, metadata });
    await pool.use('acme', id, async (session) => {
      found.push(session.state().window);
    });
  }
  await pool.close();
  expect(found).toEqual([100_000, 5000, 100_000]);
});
