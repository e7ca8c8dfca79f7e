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

  it('is free again when its server died at work', async () => {
    const [store, state] = [createMemoryStore(), createMemoryState()];
    const { call } = await createTestServer({ store, state });
    const headers = { 'idempotency-key': 'k' };
    await call('POST /v1/sessions', { body: {}, headers });
    const [kept] = await state.list<object>({ kind: 'idempotency' });
    if (kept === undefined) throw new Error('nothing was kept');
    const place = { tenant: kept.tenant, kind: 'idempotency', id: kept.id } as const;
    await state.update<{ process: string; answer?: object }>(place, (value) => {
      const { answer: _lost, ...rest } = value ?? { process: '' };
      return { ...rest, process: 'another' };
    });
    expect((await call('POST /v1/sessions', { body: {}, headers })).status).toBe(201);
  });
});
