import { expect, it } from 'vitest';

import { createMemoryStore } from './memory-store.js';

it('takes a list of any length at once', async () => {
  const store = createMemoryStore();
  const { id } = await store.createSession({ agent: 'ada' });
  const message = { role: 'user' as const, content: 'hello' };
  await store.append(
    id,
    Array.from({ length: 150_000 }, () => ({ message })),
  );
  expect((await store.getSession(id)).entryCount).toBe(150_000);
});
