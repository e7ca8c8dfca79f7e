import { createMemoryStore } from '@everlong/core';
import { expect, it } from 'vitest';

import { createSessionPool } from './session-pool.js';

it("does not fail a tenant's request because another's session cannot be closed", async () => {
  const store = createMemoryStore();
  for (const tenant of ['acme', 'other'])
    await store.forTenant(tenant).createSession({ agent: 'default', id: 's' });
  const failures: unknown[] = [];
  const pool = createSessionPool({
    storeOf: (tenant) => store.forTenant(tenant),
    defaults: { contextWindow: 4000 },
    summarizer: undefined,
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
