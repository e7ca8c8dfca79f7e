import { createMemory } from '@everlong/memory';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, it, onTestFinished } from 'vitest';

import {
  createFactModel,
  createMemoryState,
  createServer,
  type ServerOptions,
} from '../../src/index.js';
import { createMemoryStore } from '@everlong/core';
import { createTestServer, say } from '../support/test-server.js';

const usage = {
  inputTokens: { total: 700, noCache: 500, cacheRead: 200, cacheWrite: 0 },
  outputTokens: { total: 30, text: 30, reasoning: 0 },
};

/** Two models that answer with a text of their own, and how often each was asked. */
function twoModels(
  text = (name: string) => `## Current State\n- Talking\n\n## Key Decisions\n- Chosen by ${name}`,
) {
  const calls = { small: 0, large: 0 };
  const upstream = (name: string) =>
    name !== 'small' && name !== 'large'
      ? undefined
      : {
          load: async () =>
            new MockLanguageModelV4({
              modelId: name,
              doGenerate: async () => {
                calls[name]++;
                const content = [{ type: 'text' as const, text: text(name) }];
                return {
                  content,
                  finishReason: { unified: 'stop', raw: 'stop' },
                  usage,
                  warnings: [],
                };
              },
            }),
        };
  return { calls, upstream };
}

async function summaryServer(options: Partial<ServerOptions> = {}) {
  const { calls, upstream } = twoModels();
  const server = await createTestServer({ upstream, ...options });
  /** What stands in a new session for its messages, after one compaction. */
  async function summaryOf(id: string, tenant: string, more: object = {}): Promise<string> {
    const headers = { 'x-tenant-id': tenant };
    const call = (route: string, body?: unknown) => server.call(route, { headers, body });
    await call('POST /v1/sessions', { id, context_window: 8000, ...more });
    const messages = Array.from({ length: 10 }, (_, turn) => [
      say(`Question ${turn}`),
      { message: { role: 'assistant', content: `Note ${turn}: ${'sails and ropes '.repeat(40)}` } },
    ]).flat();
    await call(`POST /v1/sessions/${id}/messages`, { messages });
    await call(`POST /v1/sessions/${id}/compactions`, {});
    const ended = new Set(['succeeded', 'failed']);
    const job = async () => (await call('GET /v1/jobs')).body.data[0];
    await expect.poll(async () => ended.has((await job()).status)).toBe(true);
    expect(await job()).toMatchObject({ session_id: id, result: { compacted: true } });
    return (await call(`GET /v1/sessions/${id}/compactions`)).body.data[0].summary as string;
  }
  const spent = async (tenant: string) =>
    (await server.call('GET /v1/usage', { headers: { 'x-tenant-id': tenant } })).body;
  return { ...server, calls, summaryOf, spent };
}

it('the model that the session, the tenant or the server names writes summaries, booked to the tenant', async () => {
  const { call, keyFor, calls, summaryOf, spent } = await summaryServer({ summaryModel: 'small' });
  await keyFor('acme');
  expect(await summaryOf('a', 'acme')).toContain('Chosen by small');
  expect(await spent('acme')).toMatchObject({
    calls: 1,
    input_tokens: 700,
    output_tokens: 30,
    cache_read_tokens: 200,
  });
  expect(await spent('default')).toMatchObject({ calls: 0 });

  const changed = await call('PATCH /v1/tenants/acme', { body: { summary_model: 'large' } });
  expect(changed.body).toMatchObject({ summary_model: 'large' });
  expect(await summaryOf('b', 'acme')).toContain('Chosen by large');
  expect(await summaryOf('c', 'acme', { summary_model: 'small' })).toContain('Chosen by small');
  expect(calls).toEqual({ small: 2, large: 1 });
  expect(await summaryOf('d', 'acme', { summary_model: 'none' })).not.toContain('Chosen by');
  await call('PATCH /v1/tenants/acme', { body: { summary_model: null } });
  expect(await summaryOf('e', 'acme')).toContain('Chosen by small');
  expect(await spent('acme')).toMatchObject({ calls: 4 });
});

it('without a named model no upstream is asked, and none whose tenant has spent its tokens', async () => {
  const { call, keyFor, calls, summaryOf } = await summaryServer();
  expect(await summaryOf('a', 'default')).not.toContain('Chosen by');
  await keyFor('acme');
  await call('PATCH /v1/tenants/acme', { body: { summary_model: 'large', tokens_per_month: 700 } });
  expect(await summaryOf('a', 'acme')).toContain('Chosen by large');
  expect(await summaryOf('b', 'acme')).not.toContain('Chosen by');
  expect(calls).toEqual({ small: 0, large: 1 });
});

it('a model that no upstream has is refused', async () => {
  const { call } = await summaryServer();
  for (const [route, body] of [
    ['POST /v1/sessions', {}],
    ['POST /v1/tenants', { id: 'other' }],
    ['PATCH /v1/tenants/default', {}],
  ] as const) {
    const { status, body: answer } = await call(route, {
      body: { ...body, summary_model: 'huge' },
    });
    expect([status, answer.error]).toMatchObject([422, { param: 'summary_model' }]);
    expect(answer.detail).toContain('summary_model is "huge", but no upstream has that model');
  }
  const { upstream } = twoModels();
  const parts = { store: createMemoryStore(), state: createMemoryState(), upstream };
  expect(() => createServer({ ...parts, summaryModel: 'huge' })).toThrow('summaryModel is "huge"');
});

it('finds facts by the model of the tenant that said them, booked to it', async () => {
  const { calls, upstream } = twoModels(() => '{"facts": []}');
  const state = createMemoryState();
  const model = await createFactModel({ state, upstream, summaryModel: 'small' });
  const memory = await createMemory({ path: ':memory:', model, extractionThreshold: 1 });
  onTestFinished(() => memory.close());
  const { call, keyFor } = await createTestServer({ memory, state, upstream, sessionMemory: true });
  await keyFor('acme');
  await call('PATCH /v1/tenants/acme', { body: { summary_model: 'large' } });
  for (const tenant of ['acme', 'default']) {
    const headers = { 'x-tenant-id': tenant };
    await call('POST /v1/sessions', { body: { id: 's' }, headers });
    const messages = [say('Our auth service depends on Redis, and I prefer short answers.')];
    await call('POST /v1/sessions/s/messages', { body: { messages }, headers });
    await expect.poll(async () => (await call('GET /v1/usage', { headers })).body.calls).toBe(1);
  }
  expect(calls).toEqual({ small: 1, large: 1 });
});
