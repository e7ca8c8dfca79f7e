import { describe, expect, it } from 'vitest';

import { createTestServer } from '../support/test-server.js';

describe('sessions', () => {
  it('are created, read, changed and deleted', async () => {
    const { call } = await createTestServer();
    const made = await call('POST /v1/sessions', {
      body: { id: 'one', agent: 'coder', title: 'First', metadata: { a: 1 }, context_window: 8000 },
    });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe('/v1/sessions/one');
    expect(made.body).toMatchObject({ id: 'one', agent: 'coder', context_window: 8000 });
    expect(made.body.metadata).toEqual({ a: 1 });

    const changed = await call('PATCH /v1/sessions/one', {
      body: { title: 'Second', policy: 'newest' },
    });
    expect(changed.body).toMatchObject({ title: 'Second', metadata: { a: 1 }, policy: 'newest' });
    expect(changed.body.context_window).toBe(8000);
    const untitled = await call('PATCH /v1/sessions/one', { body: { title: null } });
    expect(untitled.body).toMatchObject({ title: null, metadata: { a: 1 }, policy: 'newest' });
    const state = await call('GET /v1/sessions/one/context');
    expect(state.body.state.window).toBe(8000);

    expect((await call('DELETE /v1/sessions/one')).body).toEqual({
      object: 'deleted',
      id: 'one',
      deleted: true,
    });
    for (const route of [
      'GET /v1/sessions/one',
      'DELETE /v1/sessions/one',
      'GET /v1/sessions/one/context',
    ]) {
      const gone = await call(route);
      expect([gone.status, gone.body.error.code]).toEqual([404, 'session_not_found']);
    }
    expect((await call('GET /v1/sessions')).body.data).toEqual([]);
  });

  it('say in ETag what they are, and change under If-Match only as they were', async () => {
    const { call } = await createTestServer();
    const made = await call('POST /v1/sessions', { body: { id: 'one' } });
    const etag = made.headers.get('etag') ?? '';
    const same = await call('GET /v1/sessions/one', { headers: { 'if-none-match': etag } });
    expect([same.status, same.text]).toEqual([304, '']);
    await call('POST /v1/sessions/one/messages', {
      body: { messages: [{ role: 'user', content: 'hello' }] },
    });
    expect(
      (await call('GET /v1/sessions/one', { headers: { 'if-none-match': etag } })).status,
    ).toBe(200);
    for (const route of ['PATCH /v1/sessions/one', 'DELETE /v1/sessions/one']) {
      const body = route.startsWith('PATCH') ? { title: 'x' } : undefined;
      const refused = await call(route, { body, headers: { 'if-match': etag } });
      expect([refused.status, refused.headers.get('x-should-retry')]).toEqual([412, 'false']);
    }
    const now = (await call('GET /v1/sessions/one')).headers.get('etag') ?? '';
    const taken = await call('PATCH /v1/sessions/one', {
      body: { title: 'x' },
      headers: { 'if-match': now },
    });
    expect(taken.status).toBe(200);
  });

  it('keep an id once, and refuse what cannot be used', async () => {
    const { call } = await createTestServer();
    await call('POST /v1/sessions', { body: { id: 'one' } });
    const taken = await call('POST /v1/sessions', { body: { id: 'one' } });
    expect([taken.status, taken.headers.get('x-should-retry')]).toEqual([409, 'false']);
    expect(taken.headers.get('content-type')).toBe('application/problem+json');
    const wrong = [
      { id: '../up' },
      { id: 5 },
      { policy: 'best' },
      { context_window: 1 },
      { metadata: [] },
      { metadata: { settings: {} } },
      { titel: 'x' },
      [],
    ];
    for (const body of wrong) {
      const refused = await call('POST /v1/sessions', { body });
      expect([JSON.stringify(body), refused.status]).toEqual([JSON.stringify(body), 400]);
    }
    expect((await call('GET /v1/sessions')).body.data).toHaveLength(1);
  });

  it('are listed in pages that use does not shift, both ways', async () => {
    const { call } = await createTestServer();
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const id of ids) await call('POST /v1/sessions', { body: { id } });
    const idsOf = async (query: string): Promise<[string[], boolean]> => {
      const { body } = await call(`GET /v1/sessions?${query}`);
      return [body.data.map((session: { id: string }) => session.id), body.has_more];
    };
    expect(await idsOf('limit=2')).toEqual([['e', 'd'], true]);
    await call('PATCH /v1/sessions/a', { body: { title: 'used' } });
    expect(await idsOf('limit=2&after=d')).toEqual([['c', 'b'], true]);
    expect(await idsOf('limit=2&after=b')).toEqual([['a'], false]);
    expect(await idsOf('limit=2&before=b')).toEqual([['d', 'c'], true]);
    expect(await idsOf('limit=3&order=asc')).toEqual([['a', 'b', 'c'], true]);
    expect(await idsOf('limit=3&order=asc&before=c')).toEqual([['a', 'b'], false]);
    for (const query of ['after=gone', 'after=a&before=b', 'limit=0', 'limit=101', 'order=up']) {
      expect((await call(`GET /v1/sessions?${query}`)).status).toBe(400);
    }
  });

  it('are opened as they are stored when the server starts again', async () => {
    const { createMemoryStore } = await import('@everlong/core');
    const store = createMemoryStore();
    const first = await createTestServer({ store });
    await first.call('POST /v1/sessions', {
      body: { id: 'one', context_window: 5000, model: 'openai/gpt-5' },
    });
    const second = await createTestServer({ store, defaults: { contextWindow: 9000 } });
    const { body } = await second.call('GET /v1/sessions/one/context');
    expect(body.state.window).toBe(5000);
    await second.call('POST /v1/sessions', { body: { id: 'two' } });
    expect((await second.call('GET /v1/sessions/two/context')).body.state.window).toBe(9000);
  });
});
