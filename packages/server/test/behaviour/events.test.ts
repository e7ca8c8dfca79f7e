import { describe, expect, it } from 'vitest';

import { createMemoryStore } from '@everlong/core';

import {
  ADMIN_KEY,
  createTestServer,
  longSession,
  say,
  type TestServer,
} from '../support/test-server.js';

interface Streamed {
  /** Waits until the stream has so many events and comments. */
  take(count: number): Promise<string[]>;
  close(): Promise<void>;
  ended: Promise<void>;
  status: number;
}

async function follow({ server }: TestServer, path: string, headers = {}): Promise<Streamed> {
  const gone = new AbortController();
  const response = await server.app.request(path, {
    headers: { authorization: `Bearer ${ADMIN_KEY}`, ...headers },
    signal: gone.signal,
  });
  const blocks: string[] = [];
  let wake = (): void => {};
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const ended = (async () => {
    let text = '';
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
      if (done) break;
      text += value;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      blocks.push(...parts);
      wake();
    }
    wake();
  })();
  return {
    status: response.status,
    ended,
    async take(count) {
      while (blocks.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return blocks.splice(0, count);
    },
    async close() {
      await reader?.cancel();
    },
  };
}

const field = (block: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];

/** The next block that is not a comment. */
async function nextEvent(stream: Streamed): Promise<string> {
  for (;;) {
    const [block = ''] = await stream.take(1);
    if (!block.startsWith(':')) return block;
  }
}

describe('events', () => {
  it('tell what happens, and go on where a client left off, on another server too', async () => {
    const store = createMemoryStore();
    const server = await createTestServer({ store });
    const id = await longSession(server, 12);
    const stream = await follow(server, `/v1/sessions/${id}/events`);
    await server.call(`POST /v1/sessions/${id}/messages`, {
      body: { messages: [say('x', { id: 'new' })] },
    });
    const first = await nextEvent(stream);
    expect(field(first, 'event')).toBe('message');
    expect(JSON.parse(field(first, 'data') ?? '')).toMatchObject({
      id: 'new',
      seq: 24,
      role: 'user',
    });
    await stream.close();
    const asked = await server.call(`POST /v1/sessions/${id}/compactions`, { body: {} });
    let job = asked.body;
    while (job.ended_at === null) job = (await server.call(`GET /v1/jobs/${job.id}`)).body;

    const other = await createTestServer({ store });
    const headers = { 'last-event-id': field(first, 'id') ?? '' };
    const rest = await follow(other, `/v1/sessions/${id}/events`, headers);
    const blocks = [];
    do blocks.push(await nextEvent(rest));
    while (field(blocks.at(-1) ?? '', 'event') !== 'compaction');
    expect(blocks.filter((block) => field(block, 'event') === 'message')).toEqual([]);
    await rest.close();
  });

  it('show signs of life, and see what others write to the store', async () => {
    const store = createMemoryStore();
    const server = await createTestServer({ store, heartbeatMs: 5 });
    await server.call('POST /v1/sessions', { body: { id: 's' } });
    const stream = await follow(server, '/v1/sessions/s/events?from=start');
    expect(await stream.take(1)).toEqual([': still here\nid: 0-0']);
    await store.append('s', [{ message: { role: 'user', content: 'from elsewhere' } }]);
    expect(field(await nextEvent(stream), 'event')).toBe('message');
    await stream.close();
  });

  it('end when the server does, and are bounded in number', async () => {
    const server = await createTestServer({ limits: { maxEventStreams: 1 } });
    await server.call('POST /v1/sessions', { body: { id: 's' } });
    const stream = await follow(server, '/v1/sessions/s/events');
    const refused = await server.call('GET /v1/sessions/s/events');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_streams']);
    await server.server.drain();
    await stream.ended;
    expect((await server.call('GET /readyz')).status).toBe(503);
  });

  it('that could not begin do not count', async () => {
    const store = createMemoryStore();
    let isBroken = false;
    const server = await createTestServer({
      limits: { maxEventStreams: 1 },
      store: {
        ...store,
        forTenant(tenant) {
          const own = store.forTenant(tenant);
          return {
            ...own,
            readRecords(...request) {
              if (isBroken) throw new Error('The disk does not answer.');
              return own.readRecords(...request);
            },
          };
        },
      },
    });
    await server.call('POST /v1/sessions', { body: { id: 's' } });
    isBroken = true;
    expect((await server.call('GET /v1/sessions/s/events')).status).toBe(500);
    isBroken = false;
    const stream = await follow(server, '/v1/sessions/s/events');
    expect(stream.status).toBe(200);
    await stream.close();
  });

  it('need a session and an id that is one', async () => {
    const { call } = await createTestServer();
    expect((await call('GET /v1/sessions/gone/events')).status).toBe(404);
    await call('POST /v1/sessions', { body: { id: 's' } });
    const headers = { 'last-event-id': 'x' };
    const { status, body } = await call('GET /v1/sessions/s/events', { headers });
    expect([status, body.detail]).toEqual([400, expect.stringContaining('?from=start')]);
  });

  it('of a deleted session are none of the one that has its id now', async () => {
    const server = await createTestServer();
    const id = await longSession(server, 3);
    const stream = await follow(server, `/v1/sessions/${id}/events?from=start`);
    let last = '';
    while (!last.startsWith('6-')) last = field(await nextEvent(stream), 'id') ?? '';
    await stream.close();
    await server.call(`DELETE /v1/sessions/${id}`);
    await server.call('POST /v1/sessions', { body: { id } });
    const headers = { 'last-event-id': last };
    const { status, body } = await server.call(`GET /v1/sessions/${id}/events`, { headers });
    expect([status, body.error.code]).toEqual([400, 'unknown_event']);
    const own = await follow(server, `/v1/sessions/${id}/events`, { 'last-event-id': '0-0' });
    expect(own.status).toBe(200);
    await own.close();
  });
});
