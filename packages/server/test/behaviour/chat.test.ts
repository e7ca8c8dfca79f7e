import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createMemoryStore, type Store } from '@everlong/core';
import { createSqliteStore } from '@everlong/store-sqlite';
import { APICallError, RetryError, UnsupportedFunctionalityError } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import type { Server } from '../../src/index.js';
import { startListening } from '../support/listening-server.js';
import { ADMIN_KEY, createTestServer } from '../support/test-server.js';

const usage = {
  inputTokens: { total: 90, noCache: 90, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
};

/** A model that says the number of its call, and waits in the middle where it is held. */
function countingModel() {
  const control = { calls: 0, hold: undefined as Promise<void> | undefined, prompts: [''] };
  const model = new MockLanguageModelV4({
    supportedUrls: {},
    doStream: async ({ prompt }) => {
      control.prompts.push(JSON.stringify(prompt));
      const call = ++control.calls;
      async function* stream() {
        yield { type: 'text-start', id: '0' };
        yield { type: 'text-delta', id: '0', delta: `answer ${call}` };
        await control.hold;
        yield { type: 'text-end', id: '0' };
        yield { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage };
      }
      return { stream: ReadableStream.from<never>(stream() as never) };
    },
  });
  const upstream = (name: string) =>
    name === 'test-model' ? { contextWindow: 8000, load: async () => model } : undefined;
  return { control, upstream };
}

const question = (id: string, text: string, parts: object[] = []) => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }, ...parts],
});

async function chatServer(store?: Store) {
  const { control, upstream } = countingModel();
  const server = await createTestServer({
    upstream,
    defaults: { model: 'openai/test-model' },
    ...(store === undefined ? {} : { store }),
  });
  await server.call('POST /v1/sessions', { body: { id: 's' } });
  return { ...server, control };
}

/** Resolves when who looks on at a session's answer has seen a text. */
async function untilStreamed({ app }: Server, id: string, text: string): Promise<void> {
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  for (;;) {
    const { body } = await app.request(`/v1/chat/${id}/stream`, { headers });
    let seen = '';
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      seen += piece;
      if (seen.includes(text)) return;
    }
    // The answer has not begun.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('the route of useChat', () => {
  it('answers, keeps what was said, and books what it cost', async () => {
    const { call } = await chatServer();
    const body = { id: 's', messages: [question('q1', 'hi')], instructions: 'Be brief.' };
    const answer = await call('POST /v1/chat', { body });
    expect(answer.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    expect(answer.text).toContain('answer 1');
    const again = await call('POST /v1/chat', { body, headers: { 'idempotency-key': 'k' } });
    expect(again.text).toContain('answer 1');
    const { data } = (await call('GET /v1/sessions/s/messages')).body;
    expect(data.map(({ message }: { message: { role: string } }) => message.role)).toEqual([
      'user',
      'assistant',
    ]);
    expect((await call('GET /v1/usage')).body).toMatchObject({
      calls: 1,
      input_tokens: 90,
      output_tokens: 10,
    });
    expect((await call('GET /v1/sessions/s/context')).body.state.window).toBe(8000);
  });

  it('takes the session from the header alone, and asks for it where nothing names one', async () => {
    const { call } = await chatServer();
    const body = { messages: [question('q1', 'hi')] };
    const answer = await call('POST /v1/chat', { body, headers: { 'x-session-id': 's' } });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('answer 1')]);
    expect((await call('GET /v1/sessions/s')).body.message_count).toBe(2);
    const refused = await call('POST /v1/chat', { body });
    expect([refused.status, refused.body.error.param]).toEqual([400, 'id']);
    expect(refused.body.detail).toContain('X-Session-Id');
  });

  it('marks what a new answer took back', async () => {
    const { call } = await chatServer();
    const messages = [question('q1', 'hi')];
    await call('POST /v1/chat', { body: { id: 's', messages } });
    const body = { id: 's', messages, trigger: 'regenerate-message' };
    expect((await call('POST /v1/chat', { body })).text).toContain('answer 2');
    const { data } = (await call('GET /v1/sessions/s/messages')).body;
    const kept = data.filter(({ withdrawn }: { withdrawn?: true }) => withdrawn === undefined);
    expect([data.length, kept.length, JSON.stringify(kept).includes('answer 2')]).toEqual([
      3,
      2,
      true,
    ]);
  });

  it('needs a session, a model that an upstream has, and a key that may write', async () => {
    const { call, keyFor } = await chatServer();
    const body = { id: 's', messages: [question('q1', 'hi')] };
    const code = async (more: object, key?: string) => {
      const options = { body: { ...body, ...more }, ...(key === undefined ? {} : { key }) };
      const answer = await call('POST /v1/chat', options);
      return [answer.status, answer.body.error.code];
    };
    expect(await code({ id: 'gone' })).toEqual([404, 'session_not_found']);
    expect(await code({ messages: 5 })).toEqual([400, 'invalid_request']);
    expect(await code({ messages: [{ role: 'user' }] })).toEqual([400, 'invalid_request']);
    for (const part of [{ type: 'text' }, { type: 'file' }]) {
      const [status] = await code({ messages: [{ id: 'q', role: 'user', parts: [part] }] });
      expect([part, status]).toEqual([part, 400]);
    }
    expect((await code({}, await keyFor('default', 'read')))[0]).toBe(403);
    await call('PATCH /v1/sessions/s', { body: { model: 'nobody/else' } });
    expect(await code({})).toEqual([422, 'no_upstream']);
    expect((await call('GET /v1/sessions/s')).body.message_count).toBe(0);
  });

  it('lets no tenant resume, stop or wait for the answer of another', async () => {
    const { call, keyFor, control } = await chatServer();
    const stranger = await keyFor('acme');
    await call('POST /v1/sessions', { body: { id: 's' }, key: stranger });
    const hold = Promise.withResolvers<void>();
    control.hold = hold.promise;
    const asked = call('POST /v1/chat', {
      body: { id: 's', messages: [question('q1', 'hi')], resumable: true },
    });
    while (control.calls === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await call('GET /v1/chat/s/stream', { key: stranger })).status).toBe(204);
    const stopped = await call('POST /v1/chat/s/stop', { key: stranger });
    expect(stopped.body.stopped).toBe(false);
    control.hold = undefined;
    const body = { id: 's', messages: [question('q1', 'of the stranger')] };
    expect((await call('POST /v1/chat', { body, key: stranger })).text).toContain('answer 2');
    const resumed = call('GET /v1/chat/any/stream', { headers: { 'x-session-id': 's' } });
    hold.resolve();
    expect((await asked).text).toContain('answer 1');
    expect((await resumed).text).toContain('answer 1');
    expect((await call('POST /v1/chat/s/stop')).body.stopped).toBe(false);
    expect(control.prompts[2]).not.toContain('"hi"');
  });

  it('looks for an answer to stop or resume without opening the session', async () => {
    const base = createMemoryStore();
    const asked: string[] = [];
    const spied = (store: Store): Store =>
      Object.fromEntries(
        Object.entries(store).map(([name, method]) => [
          name,
          (...parameters: never[]) => {
            asked.push(name);
            return (method as (...given: never[]) => unknown)(...parameters);
          },
        ]),
      ) as unknown as Store;
    const watched = { ...base, forTenant: (tenant: string) => spied(base.forTenant(tenant)) };
    const { call } = await chatServer(watched);
    asked.length = 0;
    expect((await call('POST /v1/chat/s/stop')).body.stopped).toBe(false);
    expect((await call('GET /v1/chat/s/stream')).status).toBe(204);
    expect((await call('POST /v1/chat/gone/stop')).status).toBe(404);
    const looked = ['getSession', 'readRecords'];
    expect(asked).toEqual([...looked, ...looked, 'getSession']);
    expect((await call('GET /metrics')).text).toContain('everlong_open_sessions 0');
  });

  it('says that another server is making the answer', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'everlong-chat-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const { call, control } = await chatServer(
      createSqliteStore({ path: join(directory, 'chats.db') }),
    );
    const other = await createTestServer({
      store: createSqliteStore({ path: join(directory, 'chats.db') }),
    });
    const hold = Promise.withResolvers<void>();
    control.hold = hold.promise;
    const body = { id: 's', messages: [question('q1', 'hi')], resumable: true };
    const answer = call('POST /v1/chat', { body });
    await expect.poll(() => control.calls).toBe(1);
    const resumed = await other.call('GET /v1/chat/s/stream');
    expect(resumed).toMatchObject({ status: 409, body: { error: { code: 'answer_elsewhere' } } });
    const stopped = await other.call('POST /v1/chat/s/stop');
    expect(stopped).toMatchObject({ status: 409, body: { error: { code: 'answer_elsewhere' } } });
    hold.resolve();
    expect((await answer).text).toContain('answer 1');
    const over = async () => (await other.call('GET /v1/chat/s/stream')).status;
    await expect.poll(over).toBe(204);
  });

  it('stops an answer by its route, with its server and with its session', async () => {
    const { server, call, control } = await chatServer();
    control.hold = new Promise(() => {});
    const ask = (id: string, calls: number) => {
      const asked = call('POST /v1/chat', {
        body: { id: 's', messages: [question(id, id)], resumable: true },
      });
      return { asked, begun: untilStreamed(server, 's', `answer ${calls}`) };
    };
    const first = ask('q1', 1);
    await first.begun;
    expect((await call('POST /v1/chat/s/stop')).body.stopped).toBe(true);
    expect((await first.asked).text).toContain('answer 1');
    const { data } = (await call('GET /v1/sessions/s/messages')).body;
    expect(data[1]).toMatchObject({ metadata: { incomplete: 'stopped' } });
    const second = ask('q2', 2);
    await second.begun;
    expect((await call('DELETE /v1/sessions/s')).status).toBe(200);
    await second.asked;
    await call('POST /v1/sessions', { body: { id: 's' } });
    const third = ask('q3', 3);
    await third.begun;
    await server.close();
    await third.asked;
    expect((await call('GET /v1/sessions/s')).body.message_count).toBe(2);
  });

  // promise: any-8
  it('charges stopped answers to the tenant’s budget by its own count, and says so', async () => {
    const { call, keyFor, control } = await chatServer();
    const key = await keyFor('acme');
    await call('POST /v1/sessions', { key, body: { id: 't' } });
    await call('PATCH /v1/tenants/acme', { body: { tokens_per_month: 700 } });
    control.hold = new Promise(() => {});
    const stopAnswer = async () => {
      const calls = control.calls + 1;
      const text = `${calls} ${'why '.repeat(250)}`;
      const body = { id: 't', messages: [question(`q${calls}`, text)], resumable: true };
      const asked = call('POST /v1/chat', { key, body });
      while (control.calls < calls) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect((await call('POST /v1/chat/t/stop', { key })).body.stopped).toBe(true);
      expect((await asked).status).toBe(200);
      return (await call('GET /v1/usage', { key })).body;
    };
    const one = await stopAnswer();
    expect(one).toMatchObject({ calls: 1, cache_read_tokens: 0 });
    expect(one.input_tokens).toBeGreaterThan(250);
    expect(one.output_tokens).toBeGreaterThan(0);
    expect(one.estimated_tokens).toBe(one.input_tokens + one.output_tokens);
    expect(one.tokens_left).toBe(700 - one.estimated_tokens);
    const two = await stopAnswer();
    expect(two).toMatchObject({ calls: 2, tokens_left: 0, estimated_tokens: expect.any(Number) });
    const body = { id: 't', messages: [question('q3', 'more')] };
    const refused = await call('POST /v1/chat', { key, body });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'token_budget_spent']);
  });

  it('reserves the budget while an answer is made, and refuses parts of tokens', async () => {
    const { call, keyFor, control } = await chatServer();
    const key = await keyFor('acme');
    await call('PATCH /v1/tenants/acme', { body: { tokens_per_month: 700 } });
    for (const id of ['a', 'b']) await call('POST /v1/sessions', { key, body: { id } });
    let release = (): void => {};
    control.hold = new Promise((resolve) => (release = resolve));
    const ask = (id: string) =>
      call('POST /v1/chat', { key, body: { id, messages: [question(`q-${id}`, 'why?')] } });
    const first = ask('a');
    while (control.calls < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await ask('b');
    expect([second.status, second.body.error.code]).toEqual([429, 'token_budget_reserved']);
    expect(second.headers.get('x-should-retry')).toBe('true');
    release();
    expect((await first).status).toBe(200);
    expect((await ask('b')).status).toBe(200);
    expect((await call('GET /v1/usage', { key })).body.calls).toBe(2);
    const body = { inputTokens: 916.5, outputTokens: 1 };
    const parts = await call('POST /v1/sessions/a/usage', { key, body });
    expect([parts.status, parts.body.error.param]).toEqual([400, 'inputTokens']);
  });

  it('tells the page what a model does not take, and the log why the last of its calls failed', async () => {
    const refused = new UnsupportedFunctionalityError({ functionality: 'media type: a/zip' });
    const cause = { message: 'overloaded: said', url: 'https://a.test', requestBodyValues: {} };
    const failed = new RetryError({
      message: 'Failed',
      reason: 'maxRetriesExceeded',
      errors: [new APICallError({ ...cause, statusCode: 529 })],
    });
    const errors = [refused, failed];
    const model = new MockLanguageModelV4({
      supportedUrls: {},
      doStream: async () => {
        throw errors.shift() ?? new Error('asked once too often');
      },
    });
    const warn = vi.fn();
    const { call } = await createTestServer({
      upstream: () => ({ load: async () => model }),
      defaults: { model: 'test-model' },
      log: { info() {}, warn, error() {} },
    });
    await call('POST /v1/sessions', { body: { id: 's' } });
    const ask = async (id: string) =>
      (await call('POST /v1/chat', { body: { id: 's', messages: [question(id, 'look')] } })).text;
    expect(await ask('q1')).toContain(
      'The model does not take this: media type: a/zip. Edit the message that has it, or take it back.',
    );
    expect(await ask('q2')).toContain('"errorText":"The answer could not be completed."');
    const logged = warn.mock.calls.map(([fields]) => fields as object);
    expect(logged).toEqual([
      expect.objectContaining({ name: 'AI_UnsupportedFunctionalityError' }),
      expect.objectContaining({ name: 'AI_APICallError', statusCode: 529 }),
    ]);
    expect(JSON.stringify(warn.mock.calls)).not.toContain('said');
  });

  it('fetches no address that a message names', async () => {
    let fetched = 0;
    const target = createHttpServer((_request, response) => {
      fetched++;
      response.end('secret');
    });
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void target.close());
    const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/a.png`;
    const { call, control } = await chatServer();
    const parts = [{ type: 'file', mediaType: 'image/png', url }];
    const body = { id: 's', messages: [question('q1', 'look', parts)] };
    expect((await call('POST /v1/chat', { body })).text).toContain('answer 1');
    expect(control.prompts[1]).toContain(url);
    expect(fetched).toBe(0);
  });

  it('keeps what was said when the page leaves', async () => {
    const { control, upstream } = countingModel();
    const { call } = await startListening({ upstream, defaults: { model: 'test-model' } });
    await call('POST /v1/sessions', { body: JSON.stringify({ id: 's' }) });
    control.hold = new Promise(() => {});
    const response = await call('POST /v1/chat', {
      body: JSON.stringify({ id: 's', messages: [question('q1', 'hi')] }),
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; !text.includes('answer 1');) text += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    const stored = async () => {
      const page = (await (await call('GET /v1/sessions/s/messages')).json()) as {
        data: { metadata?: object }[];
      };
      return page.data;
    };
    await expect.poll(stored).toHaveLength(2);
    expect((await stored())[1]).toMatchObject({ metadata: { incomplete: 'stopped' } });
  });
});
