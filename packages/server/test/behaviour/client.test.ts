import { ApiError, createClient, operations } from '@everlong/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { openApiOf } from '../support/check-answer.js';
import { ADMIN_KEY, createTestServer, longSession, say } from '../support/test-server.js';

async function connect(options: object = {}) {
  const test = await createTestServer();
  const client = createClient({
    baseUrl: 'http://server.test',
    key: ADMIN_KEY,
    fetch: (async (input: string, init?: RequestInit) =>
      test.server.app.request(input, init)) as typeof fetch,
    ...options,
  });
  return { test, client };
}

describe('the client', () => {
  it('knows every operation of the OpenAPI document, and no other', async () => {
    const { test } = await connect();
    const { paths } = await openApiOf(test.server);
    const documented: Record<string, string> = {};
    for (const [path, methods] of Object.entries(paths)) {
      if (!path.startsWith('/v1/')) continue;
      for (const [method, operation] of Object.entries(methods)) {
        const { operationId } = operation as { operationId?: string };
        documented[operationId ?? path] = `${method.toUpperCase()} ${path}`;
      }
    }
    expect(operations).toEqual(documented);
  });

  it('does with a session what the API can', async () => {
    const { test, client } = await connect();
    const id = await longSession(test, 12);
    const made = await client.sessions.create({ title: 'x', metadata: { a: 1 } });
    expect(await client.sessions.get(made.id)).toEqual(made);
    expect(await client.sessions.update(made.id, { title: 'y' })).toMatchObject({ title: 'y' });
    const appended = await client.messages.append(made.id, {
      messages: [{ role: 'user', content: 'hi' }],
      expected_seq: 0,
    });
    expect(appended.data).toEqual([await client.messages.get(made.id, 0)]);
    const seqs = [];
    for await (const { seq } of client.messages.each(id, { limit: 5 })) seqs.push(seq);
    expect(seqs).toEqual(Array.from({ length: 24 }, (_, index) => index));
    const ids = [];
    for await (const session of client.sessions.each({ limit: 1 })) ids.push(session.id);
    expect(ids).toEqual([made.id, id]);

    const request = await client.prepare(id, { instructions: 'Be brief.' });
    expect(request.state.used.total).toBeGreaterThan(0);
    expect((await client.recordUsage(id, { input_tokens: 10, output_tokens: 1 })).state.epoch).toBe(
      request.state.epoch,
    );
    expect((await client.usage()).calls).toBe(1);
    expect((await client.compactions.preview(id)).action).toBe('snapshot');
    const job = await client.jobs.wait((await client.compactions.create(id)).id);
    expect(job.status).toBe('succeeded');
    expect((await client.compactions.list(id)).data).toHaveLength(1);
    expect((await client.compactions.undo(id)).undone).toBe(true);
    expect((await client.context(id)).state.window).toBe(4000);
    expect((await client.explain(id, 23)).session_id).toBe(id);
    expect((await client.search('port', { session: id, limit: 3 })).data).toHaveLength(3);
    expect((await client.search('port')).data[0]?.session_id).toBe(id);
    expect((await client.sessions.fork(id, { at_seq: 3 })).message_count).toBe(4);
    const kinds = new Set();
    for await (const line of client.sessions.export(id)) kinds.add(line['object']);
    expect([...kinds]).toEqual(['session', 'message', 'record']);
    expect((await client.sessions.delete(made.id)).deleted).toBe(true);
    expect((await client.jobs.list()).data).toHaveLength(1);
  });

  it('walks a list whose items are deleted meanwhile', async () => {
    const { client } = await connect();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await client.sessions.create({ id });
    const walk = async (gone: string[]): Promise<string> => {
      let seen = '';
      for await (const { id } of client.sessions.each({ limit: 2 })) {
        seen += id;
        if (gone.includes(id)) await client.sessions.delete(id);
      }
      return seen;
    };
    expect(await walk(['f'])).toBe('gfedcba');
    expect(await walk(['c', 'd', 'e'])).toBe('gedcba');
    expect(await walk(['a', 'b', 'g'])).toBe('gba');
    await expect(client.sessions.each({ after: 'a' }).next()).rejects.toThrow('no item "a"');
  });

  it('administers keys and tenants, and names a tenant', async () => {
    const { client } = await connect();
    await client.tenants.create({ id: 'acme', retention_days: 30 });
    expect(await client.tenants.update('acme', { retention_days: null })).toMatchObject({
      retention_days: null,
    });
    const { client: acme } = await connect({ tenant: 'default' });
    const key = await acme.keys.create({ name: 'k' });
    expect((await acme.keys.rotate(key.id)).secret).not.toBe(key.secret);
    expect((await acme.keys.revoke(key.id)).revoked_at).not.toBeNull();
    expect((await acme.keys.list()).data).toHaveLength(1);
    expect((await client.audit({ order: 'asc' })).data[0]?.action).toBe('tenant.created');
    for await (const line of client.tenants.export('acme')) throw new Error(JSON.stringify(line));
    expect((await client.tenants.delete('acme')).deleted).toBe(true);
    expect((await client.tenants.list()).data).toHaveLength(1);
  });

  it('follows a session over connections that break', async () => {
    const { test, client } = await connect();
    const { id } = await client.sessions.create();
    const gone = new AbortController();
    const seen: unknown[] = [];
    const following = (async () => {
      for await (const { data } of client.sessions.follow(id, {
        from: 'start',
        signal: gone.signal,
      })) {
        seen.push(data['seq']);
        if (seen.length === 3) gone.abort();
      }
    })();
    for (const content of ['a', 'b', 'c']) {
      await client.messages.append(id, { messages: [{ role: 'user', content }] });
    }
    await following;
    expect(seen).toEqual([0, 1, 2]);
    expect((await test.call('GET /livez')).status).toBe(200);
  });

  it('watches the gauge of a session, for as long as somebody looks', async () => {
    const { client } = await connect();
    const { id } = await client.sessions.create({ context_window: 4000 });
    const watch = client.watchContext(id);
    expect(watch.getState()).toBeUndefined();
    const totals: (number | undefined)[] = [];
    const stop = watch.subscribe(() => totals.push(watch.getState()?.used.total));
    await expect.poll(() => totals).toHaveLength(1);
    const messages = Array.from({ length: 40 }, (_, turn) => ({
      role: turn % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `turn ${turn} ${'word '.repeat(100)}`,
    }));
    await client.messages.append(id, { messages });
    const shown = async () => (await client.context(id)).state;
    await expect.poll(() => watch.getState()).toEqual(await shown());
    await client.messages.append(id, { messages: [{ role: 'user', content: 'and now?' }] });
    await client.prepare(id);
    await expect.poll(() => watch.getState()?.epoch).toBe(1);
    await expect.poll(() => watch.getState()).toEqual(await shown());
    expect(Math.max(...totals.map(Number))).toBeGreaterThan(watch.getState()?.used.total ?? 0);
    const other = client.watchContext(id);
    onTestFinished(other.subscribe(() => {}));
    await expect.poll(() => other.getState()).toEqual(await shown());
    stop();
    const calls = totals.length;
    await client.messages.append(id, { messages: [{ role: 'assistant', content: 'so' }] });
    // Who still looks has been told.
    await expect.poll(() => other.getState()).toEqual(await shown());
    expect(totals).toHaveLength(calls);
  });

  it('reports what ends the watch of a gauge', async () => {
    const { client } = await connect();
    const onError = vi.fn();
    client.watchContext('none', { onError }).subscribe(() => {});
    await expect.poll(() => onError.mock.calls).toHaveLength(1);
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ status: 404 }));
  });

  it('lists sessions for a page, and changes them', async () => {
    const { client } = await connect();
    const list = client.sessionList({ agent: 'coder', limit: 1 });
    await client.sessions.create({ id: 'other' });
    const first = await list.create();
    const second = await list.create({ title: 'Second' });
    expect(first).toMatchObject({ agent: 'coder', entryCount: 0, epoch: 0 });
    expect(first).not.toHaveProperty('title');
    expect(await list.list()).toEqual({ sessions: [second], hasMore: true });
    expect(await list.list({ after: second.id })).toEqual({ sessions: [first], hasMore: false });
    expect((await list.rename(first.id, 'First')).title).toBe('First');
    const messages = ['a', 'b'].map((content) => ({ role: 'user' as const, content }));
    await client.messages.append(first.id, { messages });
    expect((await list.fork(first.id, 0)).entryCount).toBe(1);
    await list.remove(second.id);
    expect((await client.sessions.list()).data.map(({ id }) => id)).not.toContain(second.id);
  });

  it('watches a gauge through a time when it cannot be had', async () => {
    const { test } = await connect();
    let refused = 0;
    const flaky = (async (input: string, init?: RequestInit) => {
      // First the events cannot be had, then the gauge.
      if (
        (input.includes('/events') && refused < 2) ||
        (input.endsWith('/context') && refused < 4)
      ) {
        refused++;
        if (refused % 2 === 1) throw new TypeError('fetch failed');
        return new Response('', { status: 503 });
      }
      return test.server.app.request(input, init);
    }) as typeof fetch;
    const client = createClient({
      baseUrl: 'http://server.test',
      key: ADMIN_KEY,
      fetch: flaky,
      maxRetries: 0,
    });
    const { id } = await client.sessions.create({ context_window: 4000 });
    const onError = vi.fn();
    const watch = client.watchContext(id, { onError });
    onTestFinished(watch.subscribe(() => {}));
    await expect.poll(() => watch.getState()?.window, { timeout: 5000 }).toBe(4000);
    expect([refused, onError.mock.calls]).toEqual([4, []]);
  });

  it('takes what an earlier try has deleted for deleted, and nothing else', async () => {
    const { test } = await connect();
    let lost = 0;
    const flaky = (async (input: string, init?: RequestInit) => {
      const response = await test.server.app.request(input, init);
      if (init?.method !== 'DELETE' || lost-- <= 0) return response;
      throw new TypeError('fetch failed');
    }) as typeof fetch;
    const client = createClient({ baseUrl: 'http://server.test', key: ADMIN_KEY, fetch: flaky });
    const { id } = await client.sessions.create();
    lost = 1;
    expect(await client.sessions.delete(id)).toEqual({ object: 'deleted', id, deleted: true });
    await client.tenants.create({ id: 'acme' });
    lost = 2;
    expect(await client.tenants.delete('acme')).toMatchObject({ id: 'acme', deleted: true });
    await expect(client.sessions.delete(id)).rejects.toMatchObject({ status: 404 });
  });

  it('repeats a call whose answer breaks off, and says so at last', async () => {
    const { test } = await connect();
    let broken = 1;
    const flaky = (async (input: string, init?: RequestInit) => {
      const response = await test.server.app.request(input, init);
      if (broken-- <= 0) return response;
      const body = new ReadableStream({
        pull: (controller) => controller.error(new TypeError('terminated')),
      });
      return new Response(body, response);
    }) as typeof fetch;
    const options = { baseUrl: 'http://server.test', key: ADMIN_KEY, fetch: flaky };
    const client = createClient(options);
    const { id } = await client.sessions.create({ title: 'once' });
    expect((await client.sessions.list()).data.map((each) => each.id)).toEqual([id]);
    broken = 1;
    await expect(
      createClient({ ...options, maxRetries: 0 }).sessions.get(id),
    ).rejects.toMatchObject({
      name: 'ApiError',
      code: 'connection_failed',
      message: 'The answer of http://server.test broke off: terminated',
    });
  });

  it('follows a session through a time when the server does not answer', async () => {
    const { test } = await connect();
    let calls = 0;
    const flaky = (async (input: string, init?: RequestInit) => {
      calls++;
      if (calls === 3) throw new TypeError('fetch failed');
      if (calls === 4) return new Response('', { status: 503 });
      const response = await test.server.app.request(input, init);
      // The connection breaks as soon as it is there.
      return calls === 2 ? new Response('', response) : response;
    }) as typeof fetch;
    const client = createClient({
      baseUrl: 'http://server.test',
      key: ADMIN_KEY,
      fetch: flaky,
      maxRetries: 0,
    });
    const { id } = await client.sessions.create();
    await test.call(`POST /v1/sessions/${id}/messages`, { body: { messages: [say('a')] } });
    for await (const { data } of client.sessions.follow(id, { from: 'start' })) {
      expect(data['seq']).toBe(0);
      break;
    }
    expect(calls).toBe(5);
    const unknown = client.sessions.follow('gone').next();
    await expect(unknown).rejects.toMatchObject({ status: 404 });
  });

  it('misses nothing that happens while a connection is lost before its first event', async () => {
    const { test } = await connect();
    let calls = 0;
    const flaky = (async (input: string, init?: RequestInit) => {
      const response = await test.server.app.request(input, init);
      calls++;
      if (calls > 1 || response.body === null) return response;
      const reader = response.body.getReader();
      const { value } = await reader.read();
      await reader.cancel();
      await test.call('POST /v1/sessions/s/messages', { body: { messages: [say('missed?')] } });
      return new Response(value, response);
    }) as typeof fetch;
    await test.call('POST /v1/sessions', { body: { id: 's' } });
    const client = createClient({ baseUrl: 'http://server.test', key: ADMIN_KEY, fetch: flaky });
    const gone = new AbortController();
    onTestFinished(() => gone.abort());
    const { value } = await client.sessions.follow('s', { signal: gone.signal }).next();
    expect([value?.event, value?.data['seq'], calls]).toEqual(['message', 0, 2]);
  });

  it('ends a wait for a job when its signal aborts', async () => {
    const gone = new AbortController();
    const reason = new Error('enough');
    const pending = (async () => {
      setTimeout(() => gone.abort(reason));
      return Response.json({ id: 'job', status: 'running', ended_at: null });
    }) as typeof fetch;
    const { client } = await connect({ fetch: pending });
    await expect(client.jobs.wait('job', { signal: gone.signal })).rejects.toBe(reason);
  });

  it('tries again what failed for a moment, and only that', async () => {
    const { test } = await connect();
    let calls = 0;
    const flaky = (async (input: string, init?: RequestInit) => {
      calls++;
      const response = await test.server.app.request(input, init);
      // The answer is lost on its way.
      if (calls === 1) throw new TypeError('fetch failed');
      return response;
    }) as typeof fetch;
    const client = createClient({ baseUrl: 'http://server.test/', key: ADMIN_KEY, fetch: flaky });
    const made = await client.sessions.create({ title: 'once' });
    expect([calls, (await client.sessions.list()).data.length]).toEqual([2, 1]);
    calls = 2;
    const conflict = client.messages.append(made.id, {
      messages: [{ role: 'user', content: 'x' }],
      expected_seq: 5,
    });
    await expect(conflict).rejects.toMatchObject({ status: 409, code: 'store_conflict' });
    await expect(conflict).rejects.toBeInstanceOf(ApiError);
    expect(calls).toBe(3);
    const missing = client.sessions.get('gone').catch((error: unknown) => error);
    expect(await missing).toMatchObject({ status: 404, code: 'session_not_found' });
    expect((await missing) as ApiError).toHaveProperty('requestId', expect.any(String));
  });
});
