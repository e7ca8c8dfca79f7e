import { describe, expect, it } from 'vitest';

import { createMemoryState } from '../../src/index.js';
import { memoryServer } from '../support/memory-server.js';
import { createTestServer, say } from '../support/test-server.js';

describe('a key that ended', () => {
  it.each<[how: string, end: (id: string) => [string, { body?: object }]]>([
    ['was revoked', (id) => [`DELETE /v1/keys/${id}`, {}]],
    ['has another secret', (id) => [`POST /v1/keys/${id}/rotate`, { body: {} }]],
  ])('since it %s ends its streams of events before the next one', async (_how, end) => {
    const { server, call } = await createTestServer({ heartbeatMs: 20 });
    await call('POST /v1/sessions', { body: { id: 's' } });
    const { secret, id } = (await call('POST /v1/keys', { body: { name: 'k', scope: 'read' } }))
      .body;
    const response = await server.app.request('/v1/sessions/s/events', {
      headers: { authorization: `Bearer ${secret}` },
    });
    const append = (text: string) =>
      call('POST /v1/sessions/s/messages', { body: { messages: [say(text)] } });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await append('seen');
    let seen = '';
    while (!seen.includes('event: message')) {
      seen += new TextDecoder().decode((await reader.read()).value);
    }
    await call(...end(id));
    await append('not seen');
    let after = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      after += new TextDecoder().decode(value);
    }
    expect(after).not.toContain('event:');
  });
});

describe('a tenant', () => {
  it('has so many requests for all of its keys, and so many keys', async () => {
    const limits = { requestsPerMinute: 50, maxKeys: 6 };
    const { call, keyFor } = await createTestServer({ limits });
    const key = await keyFor('acme', 'admin');
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        call('POST /v1/keys', { body: { name: `k${index}` }, key }),
      ),
    );
    const refused = made.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.error.code)).toEqual(Array(3).fill('too_many_keys'));
    const secrets = made.filter(({ status }) => status === 201).map(({ body }) => body.secret);
    const statuses: number[] = [];
    for (const each of [...secrets, key]) {
      for (let count = 0; count < 42; count++) {
        statuses.push((await call('GET /v1/sessions', { key: each })).status);
      }
    }
    const served = statuses.filter((status) => status === 200).length;
    expect(served).toBeGreaterThanOrEqual(200 - 8);
    expect(served).toBeLessThan(220);
    expect((await call('GET /v1/sessions')).status).toBe(200);
  });

  it('has one entry an hour in its audit log for exports of the same session', async () => {
    const { call } = await createTestServer();
    for (const id of ['a', 'b']) await call('POST /v1/sessions', { body: { id } });
    for (const id of ['a', 'b', 'a', 'a']) await call(`GET /v1/sessions/${id}/export`);
    const { body } = await call('GET /v1/audit?order=asc');
    expect(body.data.map(({ target }: { target: string }) => target)).toEqual(['a', 'b']);
  });

  it('has no document of an agent that was only asked for over MCP', async () => {
    const state = createMemoryState();
    const { call } = await memoryServer(false, { state });
    const ask = (method: string, params: object = {}) =>
      call('POST /mcp?agent=new', {
        body: { jsonrpc: '2.0', id: 1, method, params },
        headers: { accept: 'application/json, text/event-stream' },
      });
    expect((await ask('tools/list')).status).toBe(200);
    expect(await state.list({ kind: 'memory' })).toEqual([]);
    const fact = { subject: 'staging', predicate: 'port', object: '8471' };
    await ask('tools/call', { name: 'memory_write', arguments: fact });
    expect((await state.list({ kind: 'memory' })).map(({ id }) => id)).toEqual(['new']);
  });
});
