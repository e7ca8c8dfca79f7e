import { createMemoryStore, type EntryInput, type Store } from '@everlong/core';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';

import {
  createTestServer,
  jobEnd,
  longSession,
  say,
  type TestServer,
} from '../support/test-server.js';

/** Requests that change the session `ID`, each with a body that it takes. */
const changes: [route: string, body?: object][] = [
  ['POST /v1/sessions/ID/messages', { messages: [say('one more')] }],
  ['POST /v1/sessions/ID/prepare', {}],
  ['POST /v1/sessions/ID/prepare', { as: 'anthropic' }],
  ['POST /v1/sessions/ID/usage', { input_tokens: 10, output_tokens: 1 }],
  ['POST /v1/sessions/ID/compactions', {}],
  ['POST /v1/sessions/ID/compactions', { dry_run: true }],
  ['POST /v1/sessions/ID/compactions/undo'],
  ['POST /v1/sessions/ID/fork', {}],
  ['POST /v1/sessions/ID/rewind', { to: 3 }],
  ['PATCH /v1/sessions/ID', { title: 'new' }],
  ['DELETE /v1/sessions/ID'],
];

async function etagOf({ call }: TestServer, id: string): Promise<string> {
  const { body, headers } = await call(`GET /v1/sessions/${id}`);
  expect(body.etag).toBe(headers.get('etag'));
  return body.etag as string;
}

/** A gate that calls wait at once it is shut; `reached` resolves when one waits. */
function createGate() {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const gate = { isShut: false, reached, open, pass: async () => {} };
  gate.pass = async () => {
    if (!gate.isShut) return;
    reach();
    await opened;
  };
  return gate;
}

/** A store whose appends wait at the gate. */
function gatedStore(pass: () => Promise<void>): Store {
  const store = createMemoryStore();
  return {
    ...store,
    forTenant(tenant) {
      const own = store.forTenant(tenant);
      return {
        ...own,
        async append(...args) {
          await pass();
          return own.append(...args);
        },
      };
    },
  };
}

const REFUSED = [412, 'session_changed', 'false'];

async function refusal({ call }: TestServer, route: string, options: object) {
  const { status, body, headers } = await call(route, options);
  return [status, body.error?.code, headers.get('x-should-retry')];
}

describe('If-Match', () => {
  it.each(changes)('of an older state refuses %s %j', async (template, body) => {
    const server = await createTestServer();
    const id = await longSession(server, 12);
    const route = template.replace('ID', id);
    const old = await etagOf(server, id);
    const job = await server.call(`POST /v1/sessions/${id}/compactions`, { body: {} });
    await jobEnd(server, job.body.id);
    const before = await server.call(`GET /v1/sessions/${id}/export`);
    for (const tag of [old, '"nope"']) {
      const headers = { 'if-match': tag };
      expect(await refusal(server, route, { body, headers })).toEqual(REFUSED);
    }
    expect((await server.call(`GET /v1/sessions/${id}/export`)).text).toBe(before.text);
    expect((await server.call('GET /v1/sessions')).body.data).toHaveLength(1);
    expect((await server.call('GET /v1/jobs')).body.data).toHaveLength(1);

    const headers = { 'if-match': `"other", ${await etagOf(server, id)}` };
    const taken = await server.call(route, { body, headers });
    expect(taken.status).toBeLessThan(300);
    if (taken.status === 202) {
      expect(await jobEnd(server, taken.body.id)).toMatchObject({ status: 'succeeded' });
    }
  });

  it('is looked at again where another change was under way', async () => {
    const gate = createGate();
    const server = await createTestServer({ store: gatedStore(gate.pass) });
    const id = await longSession(server, 4);
    const headers = { 'if-match': await etagOf(server, id) };
    gate.isShut = true;
    const messages = [say('What nobody has read yet.')];
    const appended = server.call(`POST /v1/sessions/${id}/messages`, { body: { messages } });
    await gate.reached;
    const rewound = refusal(server, `POST /v1/sessions/${id}/rewind`, { body: { to: 3 }, headers });
    gate.open();
    expect((await appended).status).toBe(201);
    expect(await rewound).toEqual(REFUSED);
    const { body } = await server.call(`GET /v1/sessions/${id}/messages/8`);
    expect([body.message.content, body.withdrawn]).toEqual([
      messages[0]?.message.content,
      undefined,
    ]);
  });

  it('holds until a compaction is committed', async () => {
    const gate = createGate();
    gate.isShut = true;
    const store = createMemoryStore();
    const summarizer = {
      name: 'slow',
      usesModel: true,
      async summarize(): Promise<never> {
        await gate.pass();
        throw new Error('No model today: the summary is made without one.');
      },
    };
    const server = await createTestServer({ store, summarizer });
    const { call } = server;
    const id = await longSession(server, 12);
    const path = `POST /v1/sessions/${id}/compactions`;
    const headers = { 'if-match': await etagOf(server, id) };
    const asked = await call(path, { body: {}, headers });
    await gate.reached;
    expect((await call(path, { body: {} })).body.error.code).toBe('compaction_under_way');
    // As another server does on the same store: requests here wait for the compaction.
    await store.forTenant('default').append(id, [say('Not yet read.') as EntryInput]);
    gate.open();
    const job = await jobEnd(server, asked.body.id);
    expect([job.status, job.error]).toEqual([
      'failed',
      expect.stringContaining('The session has changed since it was read.'),
    ]);
    expect((await call(`GET /v1/sessions/${id}/compactions`)).body.data).toEqual([]);
    const again = await call(path, { body: {}, headers: { 'if-match': await etagOf(server, id) } });
    expect(await jobEnd(server, again.body.id)).toMatchObject({ status: 'succeeded' });
  });

  it('lets a change make several writes of its own', async () => {
    const server = await createTestServer();
    const id = await longSession(server, 40);
    const headers = { 'if-match': await etagOf(server, id) };
    const prepared = await server.call(`POST /v1/sessions/${id}/prepare`, { body: {}, headers });
    expect([prepared.status, prepared.body.state.epoch]).toEqual([200, 1]);
  });

  it('of any state asks only that the session is there', async () => {
    const server = await createTestServer();
    const id = await longSession(server, 4);
    const headers = { 'if-match': '*' };
    const body = { to: 3 };
    expect((await server.call(`POST /v1/sessions/${id}/rewind`, { body, headers })).status).toBe(
      200,
    );
    expect((await server.call('POST /v1/sessions/none/rewind', { body, headers })).status).toBe(
      404,
    );
  });

  it('refuses a chat about an older state before its model is asked', async () => {
    const model = new MockLanguageModelV4({ supportedUrls: {} });
    const upstream = () => ({ contextWindow: 8000, load: async () => model });
    const server = await createTestServer({ upstream, defaults: { model: 'test-model' } });
    const id = await longSession(server, 4, {});
    const headers = { 'if-match': await etagOf(server, id), 'x-session-id': id };
    await server.call(`POST /v1/sessions/${id}/rewind`, { body: { to: 3 } });
    const messages = [{ id: 'q', role: 'user', parts: [{ type: 'text', text: 'hi' }] }];
    expect(await refusal(server, 'POST /v1/chat', { body: { messages }, headers })).toEqual(
      REFUSED,
    );
    expect(model.doStreamCalls).toHaveLength(0);
  });

  it('is refused where it would be ignored', async () => {
    const { call } = await createTestServer();
    const headers = { 'if-match': '"1.0.x"' };
    const { status, body } = await call('POST /v1/sessions', { body: {}, headers });
    expect([status, body.error.code, body.error.param]).toEqual([
      400,
      'precondition_not_supported',
      'If-Match',
    ]);
    expect((await call('GET /v1/sessions', { headers })).body.data).toEqual([]);
  });
});
