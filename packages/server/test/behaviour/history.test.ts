import { describe, expect, it } from 'vitest';

import { createTestServer, longSession, say } from '../support/test-server.js';

describe('history', () => {
  it('is searched in a session and in all, secrets redacted', async () => {
    const { call } = await createTestServer();
    for (const id of ['a', 'b']) {
      await call('POST /v1/sessions', { body: { id } });
      const text = `The helm chart of ${id}, password=hunter2hunter2`;
      await call(`POST /v1/sessions/${id}/messages`, { body: { messages: [say(text)] } });
    }
    const all = await call('GET /v1/search?q=helm');
    expect(all.body.data.map((hit: { session_id: string }) => hit.session_id).toSorted()).toEqual([
      'a',
      'b',
    ]);
    expect(all.text).not.toContain('hunter2');
    const one = await call('GET /v1/sessions/b/search?q=helm&limit=5');
    expect(one.body.data).toMatchObject([{ session_id: 'b', seq: 0 }]);
    expect((await call('GET /v1/search?q=nothing')).body.data).toEqual([]);
    expect((await call('GET /v1/search')).status).toBe(400);
    expect((await call('GET /v1/search?q=%22(*%00')).status).toBe(200);
  });

  it('is forked, with the settings of its session', async () => {
    const server = await createTestServer();
    const { call } = server;
    const id = await longSession(server, 3);
    const fork = await call(`POST /v1/sessions/${id}/fork`, {
      body: { at_seq: 2, title: 'Other' },
    });
    expect(fork.body).toMatchObject({
      title: 'Other',
      message_count: 3,
      context_window: 4000,
      forked_from: { session_id: id, through_seq: 2 },
    });
    await call(`POST /v1/sessions/${fork.body.id}/messages`, { body: { messages: [say('more')] } });
    expect((await call(`GET /v1/sessions/${id}`)).body.message_count).toBe(6);
    await call(`PATCH /v1/sessions/${fork.body.id}`, { body: { metadata: { a: 1 } } });
    expect((await call(`GET /v1/sessions/${fork.body.id}`)).body.forked_from).toBeDefined();
    expect((await call(`POST /v1/sessions/${id}/fork`, { body: { at_seq: 99 } })).status).toBe(400);
  });

  it('is withdrawn from a message on, and kept', async () => {
    const server = await createTestServer();
    const { call } = server;
    const id = await longSession(server, 3);
    const rewound = await call(`POST /v1/sessions/${id}/rewind`, { body: { to: 1 } });
    expect(rewound.body).toMatchObject({ rewound: true, from_seq: 2, withdrawn: 4 });
    const { body } = await call(`POST /v1/sessions/${id}/prepare`, { body: {} });
    expect(JSON.stringify(body.messages)).not.toContain('question 2');
    expect((await call(`GET /v1/sessions/${id}/search?q=8002`)).body.data).toEqual([]);
    expect((await call(`GET /v1/sessions/${id}`)).body.message_count).toBe(6);
    expect((await call(`POST /v1/sessions/${id}/rewind`, { body: { to: 99 } })).status).toBe(400);
    expect((await call(`POST /v1/sessions/${id}/rewind`, { body: {} })).status).toBe(400);
  });

  it('is exported whole', async () => {
    const server = await createTestServer();
    const id = await longSession(server, 30);
    await server.call(`POST /v1/sessions/${id}/prepare`, { body: {} });
    const { text } = await server.call(`GET /v1/sessions/${id}/export`);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { object: string; type?: string });
    expect(lines.map(({ object }) => object).filter((each) => each === 'message')).toHaveLength(60);
    expect(lines[0]).toMatchObject({ object: 'session', id });
    expect(lines.some(({ type }) => type === 'compaction')).toBe(true);
  });
});
