import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { createMemoryStore } from '@everlong/core';

import { createMemoryState } from '../../src/index.js';
import { createTestServer, say } from '../support/test-server.js';

describe('keys', () => {
  it('are needed, in either header', async () => {
    const { call, keyFor } = await createTestServer();
    const none = await call('GET /v1/sessions', { key: null });
    expect([none.status, none.body.error.code]).toEqual([401, 'missing_key']);
    expect(none.headers.get('www-authenticate')).toContain('Bearer');
    const wrong = await call('GET /v1/sessions', { key: 'elk_wrong' });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'invalid_key']);
    const key = await keyFor('default');
    expect(
      (await call('GET /v1/sessions', { key: null, headers: { 'x-api-key': key } })).status,
    ).toBe(200);
    const changed = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    expect((await call('GET /v1/sessions', { key: changed })).status).toBe(401);
    for (const path of ['/livez', '/readyz', '/openapi.json', '/docs']) {
      expect((await call(`GET ${path}`, { key: null })).status).toBe(200);
    }
    for (const path of ['/metrics', '/mcp', '/v1/anything']) {
      expect((await call(`GET ${path}`, { key: null })).status).toBe(401);
    }
  });

  it('may do what their scope says', async () => {
    const { call, keyFor } = await createTestServer();
    const [reader, writer, admin] = [
      await keyFor('default', 'read'),
      await keyFor('default', 'write'),
      await keyFor('default', 'admin'),
    ];
    const needs = {
      'GET /v1/sessions': [reader],
      'POST /v1/sessions': [writer],
      'GET /v1/keys': [admin],
      'GET /v1/audit': [admin],
      'GET /v1/tenants': [],
      'GET /metrics': [],
    };
    const order = [reader, writer, admin];
    for (const [route, [least]] of Object.entries(needs)) {
      const body = route.startsWith('POST') ? {} : undefined;
      for (const key of order) {
        const may = least !== undefined && order.indexOf(key) >= order.indexOf(least);
        const { status } = await call(route, { key, body });
        expect([route, status < 300, may ? 0 : status]).toEqual([route, may, may ? 0 : 403]);
      }
    }
  });

  it('are kept as hashes, rotated with a grace, and revoked at once', async () => {
    const state = createMemoryState();
    const { call } = await createTestServer({ state });
    const made = (await call('POST /v1/keys', { body: { name: 'k', scope: 'read' } })).body;
    expect(JSON.stringify(await state.list({ kind: 'key' }))).not.toContain(made.secret);
    expect((await call('GET /v1/keys')).text).not.toContain(made.secret);
    const rotate = (grace_seconds: number) =>
      call(`POST /v1/keys/${made.id}/rotate`, { body: { grace_seconds } });
    const works = async (key: string): Promise<boolean> =>
      (await call('GET /v1/sessions', { key })).status === 200;
    const second = (await rotate(3600)).body.secret as string;
    expect([await works(made.secret), await works(second)]).toEqual([true, true]);
    const atOnce = await call(`POST /v1/keys/${made.id}/rotate`, { body: '' });
    const third = atOnce.body.secret as string;
    expect([await works(made.secret), await works(second), await works(third)]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await call(`DELETE /v1/keys/${made.id}`)).body.revoked_at).not.toBeNull();
    expect(await works(third)).toBe(false);
    expect((await rotate(0)).status).toBe(404);
    const end = Date.now() + 3_600_000;
    const body = { name: 'for an hour', expires_at: new Date(end).toISOString() };
    const expiring = (await call('POST /v1/keys', { body })).body.secret as string;
    expect(await works(expiring)).toBe(true);
    vi.useFakeTimers({ toFake: ['Date'], now: end + 1 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await works(expiring)).toBe(false);
  });

  it('are made once at the first start', async () => {
    const state = createMemoryState();
    const { server, call } = await createTestServer({ state });
    const key = await server.createFirstKey();
    expect(key).toMatch(/^elk_/);
    expect((await call('GET /v1/tenants', { key: key ?? '' })).status).toBe(200);
    expect(await server.createFirstKey()).toBeUndefined();
    const next = await createTestServer({ state });
    expect(await next.server.createFirstKey()).toBeUndefined();
  });

  it('have so many requests a minute, and are told how many are left', async () => {
    const { call, keyFor } = await createTestServer({ limits: { requestsPerMinute: 5 } });
    const [one, other] = [await keyFor('default'), await keyFor('default')];
    const statuses = [];
    for (let count = 0; count < 7; count++) {
      const { status, headers } = await call('GET /v1/sessions', { key: one });
      statuses.push(status);
      expect(headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/);
      expect(headers.get('ratelimit-policy')).toBe('"key";q=5;w=60');
      if (status === 429) {
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        expect(headers.get('x-should-retry')).toBe('true');
      }
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    for (const route of ['GET /v1/sessions/none', 'GET /v1/sessions?limit=0', 'GET /v1/none']) {
      const { status, headers } = await call(route, { key: await keyFor('default') });
      expect([route, status >= 400, headers.get('ratelimit')]).toEqual([
        route,
        true,
        '"key";r=4;t=0',
      ]);
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    }
    expect((await call('GET /v1/sessions', { key: other })).status).toBe(200);
  });
});

describe('tenants', () => {
  it('see their own sessions only, and cannot name another', async () => {
    const { call, keyFor } = await createTestServer();
    const [acme, bolt] = [await keyFor('acme', 'admin'), await keyFor('bolt', 'admin')];
    for (const key of [acme, bolt]) await call('POST /v1/sessions', { key, body: { id: 'same' } });
    await call('POST /v1/sessions/same/messages', { key: acme, body: { messages: [say('helm')] } });
    expect((await call('GET /v1/sessions/same', { key: bolt })).body.message_count).toBe(0);
    expect((await call('GET /v1/search?q=helm', { key: bolt })).body.data).toEqual([]);
    const keys = (await call('GET /v1/keys', { key: acme })).body.data;
    expect((await call(`DELETE /v1/keys/${keys[0].id}`, { key: bolt })).status).toBe(404);
    for (const tenant of ['acme', 'default', 'nobody']) {
      const refused = await call('GET /v1/sessions', {
        key: bolt,
        headers: { 'x-tenant-id': tenant },
      });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'other_tenant']);
    }
    expect((await call('GET /v1/sessions', { headers: { 'x-tenant-id': 'nobody' } })).status).toBe(
      404,
    );
    const seen = await call('GET /v1/sessions', { headers: { 'x-tenant-id': 'acme' } });
    expect(seen.body.data).toHaveLength(1);
  });

  it('are exported and deleted whole, with their keys', async () => {
    const { call, keyFor } = await createTestServer();
    const [acme, bolt] = [await keyFor('acme'), await keyFor('bolt')];
    for (const key of [acme, bolt]) {
      await call('POST /v1/sessions', { key, body: { id: 's' } });
      await call('POST /v1/sessions/s/messages', { key, body: { messages: [say('hello')] } });
    }
    const lines = (await call('GET /v1/tenants/acme/export')).text.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { object: string }).object)).toEqual([
      'session',
      'message',
    ]);
    expect((await call('DELETE /v1/tenants/acme')).status).toBe(200);
    expect((await call('GET /v1/sessions', { key: acme })).status).toBe(401);
    expect((await call('GET /v1/sessions', { key: bolt })).body.data).toHaveLength(1);
    await call('POST /v1/tenants', { body: { id: 'acme' } });
    const again = await call('GET /v1/sessions', { headers: { 'x-tenant-id': 'acme' } });
    expect(again.body.data).toEqual([]);
    expect((await call('DELETE /v1/tenants/gone')).status).toBe(404);
    expect((await call('DELETE /v1/tenants/default')).status).toBe(400);
    expect((await call('POST /v1/tenants', { body: { id: 'bolt' } })).status).toBe(409);
    expect((await call('POST /v1/tenants', { body: { id: '../x' } })).status).toBe(400);
  });

  it('lose what was not used for longer than their retention, and nothing else', async () => {
    const [store, state] = [createMemoryStore(), createMemoryState()];
    const { call } = await createTestServer({ store, state });
    for (const id of ['acme', 'bolt']) await call('POST /v1/tenants', { body: { id } });
    await call('PATCH /v1/tenants/acme', { body: { retention_days: 30 } });
    const years = new Date('2001-01-01').getTime();
    vi.spyOn(Date, 'now').mockReturnValue(years);
    await store.forTenant('acme').createSession({ id: 'old', agent: 'a' });
    await store.forTenant('bolt').createSession({ id: 'old', agent: 'a' });
    vi.restoreAllMocks();
    const fresh = createMemoryStore();
    expect(await fresh.listSessions()).toEqual([]);
    await store.forTenant('acme').createSession({ id: 'new', agent: 'a' });
    const next = await createTestServer({ store, state });
    const idsOf = async (tenant: string) =>
      (await store.forTenant(tenant).listSessions()).map(({ id }) => id);
    while ((await idsOf('acme')).length > 1) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(await idsOf('acme')).toEqual(['new']);
    expect(await idsOf('bolt')).toEqual(['old']);
    const events = await next.call('GET /v1/audit', { headers: { 'x-tenant-id': 'acme' } });
    expect(events.body.data).toMatchObject([{ action: 'session.expired', target: 'old' }]);
  });

  it('are named by the header, as a key that names one in its body is told', async () => {
    const { call } = await createTestServer();
    const { status, body } = await call('POST /v1/keys', {
      body: { name: 'k', tenant_id: 'acme' },
    });
    expect([status, body.detail]).toEqual([400, expect.stringContaining('the header X-Tenant-Id')]);
  });

  it('find in the audit log who did what', async () => {
    const { call, keyFor } = await createTestServer();
    const key = await keyFor('acme', 'admin');
    await call('POST /v1/sessions', { key, body: { id: 's' } });
    await call('DELETE /v1/sessions/s', { key, headers: { 'x-request-id': 'req-1' } });
    const { body } = await call('GET /v1/audit?order=asc', { key });
    expect(body.data.map((event: { action: string }) => event.action)).toEqual([
      'key.created',
      'session.deleted',
    ]);
    expect(body.data[1]).toMatchObject({ target: 's', request_id: 'req-1' });
    expect(body.data[1].actor).toMatch(/^key_/);
    expect((await call('GET /v1/audit')).text).toContain('tenant.created');
  });
});
