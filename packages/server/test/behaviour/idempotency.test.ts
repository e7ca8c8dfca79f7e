import { describe, expect, it } from 'vitest';

import { createMemoryStore } from '@everlong/core';

import { createMemoryState } from '../../src/index.js';
import { createTestServer, say } from '../support/test-server.js';

describe('Idempotency-Key', () => {
  it('has a request done once, and its answer repeated', async () => {
    const { call } = await createTestServer();
    const headers = { 'idempotency-key': 'k1' };
    const first = await call('POST /v1/sessions', { body: { title: 'x' }, headers });
    const second = await call('POST /v1/sessions', { body: { title: 'x' }, headers });
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    for (const name of ['x-request-id', 'ratelimit']) expect(second.headers.has(name)).toBe(true);
    expect((await call('GET /v1/sessions')).body.data).toHaveLength(1);
    const path = `POST /v1/sessions/${first.body.id}/messages`;
    for (const text of ['a', 'a']) await call(path, { body: { messages: [say(text)] }, headers });
    expect((await call(`GET /v1/sessions/${first.body.id}`)).body.message_count).toBe(1);
    const other = await call(path, { body: { messages: [say('b')] }, headers });
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('holds for requests at once', async () => {
    const { call } = await createTestServer();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        call('POST /v1/sessions', { body: {}, headers: { 'idempotency-key': 'k' } }),
      ),
    );
    for (const { status, headers } of answers) {
      expect([201, 409]).toContain(status);
      if (status === 409) expect(headers.get('x-should-retry')).toBe('true');
    }
    expect((await call('GET /v1/sessions')).body.data).toHaveLength(1);
  });

  it('stores no secret, and still makes a key once', async () => {
    const state = createMemoryState();
    const { call } = await createTestServer({ state });
    const request = { body: { name: 'k' }, headers: { 'idempotency-key': 'once' } };
    const made = await call('POST /v1/keys', request);
    expect(made.status).toBe(201);
    const stored = await state.list({ kind: 'idempotency' });
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(made.body.secret);
    const again = await call('POST /v1/keys', request);
    expect([again.status, again.body.error.code]).toEqual([409, 'secret_not_stored']);
    expect((await call('GET /v1/keys')).body.data).toHaveLength(1);
  });

  it('keeps no failure, and belongs to its key', async () => {
    const { call, keyFor } = await createTestServer();
    const headers = { 'idempotency-key': 'k' };
    expect((await call('POST /v1/sessions/s/fork', { body: {}, headers })).status).toBe(404);
    await call('POST /v1/sessions', { body: { id: 's' } });
    expect((await call('POST /v1/sessions/s/fork', { body: {}, headers })).status).toBe(201);
    const key = await keyFor('default');
    await call('POST /v1/sessions/s/fork', { body: {}, headers, key });
    expect((await call('GET /v1/sessions')).body.data).toHaveLength(3);
  });

  it('holds when the server died between its work and its answer', async () => {
    const [store, state] = [createMemoryStore(), createMemoryState()];
    const { call } = await createTestServer({ store, state });
    const headers = { 'idempotency-key': 'k' };
    const bodies: [string, object][] = [
      ['POST /v1/sessions', {}],
      ['POST /v1/sessions/s/messages', { messages: [{ role: 'user', content: 'x' }, say('y')] }],
    ];
    await call('POST /v1/sessions', { body: { id: 's' } });
    for (const [route, body] of bodies) {
      const first = await call(route, { body, headers });
      for (const { tenant, id } of await state.list({ kind: 'idempotency' })) {
        await state.update<object>({ tenant, kind: 'idempotency', id }, (value) => ({
          ...value,
          process: 'another',
          answer: undefined,
        }));
      }
      const again = await call(route, { body, headers });
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect(again.headers.get('idempotent-replayed')).toBeNull();
    }
    expect((await call('GET /v1/sessions')).body.data).toHaveLength(2);
    expect((await call('GET /v1/sessions/s')).body.message_count).toBe(2);
  });
});
