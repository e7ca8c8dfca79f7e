import { createMemoryStore } from '@everlong/core';
import { createMemory } from '@everlong/memory';
import { expect, it, onTestFinished } from 'vitest';

import { createMemoryState } from '../../src/index.js';
import { createTestServer, say } from '../support/test-server.js';

it('what a crash kept from the memory is learned when the server starts again, by a job', async () => {
  const memory = await createMemory({ path: ':memory:' });
  onTestFinished(() => memory.close());
  const [store, state] = [createMemoryStore(), createMemoryState()];
  const options = { memory, sessionMemory: true, store, state };
  const first = await createTestServer(options);
  await first.call('POST /v1/sessions', { body: { id: 'one' } });
  await first.call('POST /v1/sessions/one/messages', { body: { messages: [say('Hello there.')] } });
  await first.server.drain();
  await first.server.close();
  // A process that is killed here has the message in its log, and not in its memory.
  const message = { role: 'user', content: 'The staging port is 7341.' } as const;
  await store.forTenant('default').append('one', [{ message }]);

  const { call } = await createTestServer(options);
  await expect
    .poll(async () => (await call('GET /v1/jobs')).body.data.at(-1))
    .toMatchObject({ type: 'extraction', status: 'succeeded', result: { caught_up_sessions: 1 } });
  const query = 'Which port has staging?';
  const { body } = await call('POST /v1/memories/search', { body: { query } });
  expect(JSON.stringify(body.data)).toContain('7341');
  expect((await call('GET /v1/sessions/one')).body.message_count).toBe(2);
});

it('no job is queued where sessions use no memory', async () => {
  const memory = await createMemory({ path: ':memory:' });
  onTestFinished(() => memory.close());
  const state = createMemoryState();
  const { server, call } = await createTestServer({ memory, state });
  await call('POST /v1/memories', {
    body: { subject: 'staging', predicate: 'port', value: '1', cardinality: 'one' },
  });
  await server.start();
  expect((await call('GET /v1/jobs')).body.data).toEqual([]);
});
