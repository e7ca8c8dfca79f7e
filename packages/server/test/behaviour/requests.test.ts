import { describe, expect, it } from 'vitest';

import { createTestServer, longSession, say } from '../support/test-server.js';

describe('requests', () => {
  it('fit the window, whatever was said, and say what became of every message', async () => {
    const server = await createTestServer();
    const id = await longSession(server, 40);
    const prepared = await server.call(`POST /v1/sessions/${id}/prepare`, {
      body: { instructions: 'Be brief.', tools: [{ name: 'ls', inputSchema: { type: 'object' } }] },
    });
    expect(prepared.status).toBe(200);
    const { messages, state, plan, instructions } = prepared.body;
    expect(instructions).toContain('Be brief.');
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    expect(state.used.tools).toBeGreaterThan(0);
    expect(messages.length).toBeLessThan(80);
    expect([plan.ranges[0].from, plan.ranges.at(-1).to]).toEqual([0, 79]);
    const again = await server.call(`POST /v1/sessions/${id}/prepare`, {
      body: { instructions: 'Be brief.', tools: [{ name: 'ls', inputSchema: { type: 'object' } }] },
    });
    expect(again.body.messages).toEqual(messages);
    const gauge = await server.call(`GET /v1/sessions/${id}/context`);
    expect(gauge.body.state.used).toEqual(again.body.state.used);
  });

  it('are refused with the part that is too large', async () => {
    const server = await createTestServer();
    const id = await longSession(server, 1);
    const refused = await server.call(`POST /v1/sessions/${id}/prepare`, {
      body: { instructions: 'word '.repeat(9000) },
    });
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({ code: 'context_overflow', param: 'instructions' });
  });

  it('of the past are shown as they were', async () => {
    const server = await createTestServer();
    const { call } = server;
    const id = await longSession(server, 2);
    const then = await call(`POST /v1/sessions/${id}/prepare`, { body: {} });
    await call(`POST /v1/sessions/${id}/messages`, {
      body: { messages: [{ role: 'assistant', content: 'late' }] },
    });
    const past = await call(`GET /v1/sessions/${id}/requests/4`);
    expect(past.body).toMatchObject({ object: 'past_request', answer_seq: 4, message_count: 4 });
    expect(past.body.messages).toEqual(then.body.messages);
    expect((await call(`GET /v1/sessions/${id}/requests/99`)).status).toBe(404);
  });

  it('book usage, and end when the tenant’s tokens of the month are spent', async () => {
    const { call, keyFor } = await createTestServer();
    const key = await keyFor('acme');
    await call('PATCH /v1/tenants/acme', { body: { tokens_per_month: 1000 } });
    await call('POST /v1/sessions', { key, body: { id: 's' } });
    await call('POST /v1/sessions/s/messages', { key, body: { messages: [say('x')] } });
    expect((await call('POST /v1/sessions/s/prepare', { key, body: {} })).status).toBe(200);
    const booked = await call('POST /v1/sessions/s/usage', {
      key,
      body: { input_tokens: 900, output_tokens: 100 },
    });
    expect(booked.body.state.spend).toMatchObject({ inputTokens: 900, outputTokens: 100 });
    const refused = await call('POST /v1/sessions/s/prepare', { key, body: {} });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'token_budget_spent']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('x-should-retry')).toBe('false');
    const usage = await call('GET /v1/usage', { key });
    expect(usage.body).toMatchObject({
      input_tokens: 900,
      output_tokens: 100,
      calls: 1,
      tokens_left: 0,
    });
    expect(usage.body.estimated_tokens).toBe(0);
    expect((await call('GET /v1/usage')).body.calls).toBe(0);
    const nonsense = await call('POST /v1/sessions/s/usage', { key, body: { tokens: 'many' } });
    expect(nonsense.status).toBe(400);
  });

  // promise: any-8
  it('charge a call that its client stopped with what the session counts', async () => {
    const { call, keyFor } = await createTestServer();
    const key = await keyFor('acme');
    await call('PATCH /v1/tenants/acme', { body: { tokens_per_month: 300 } });
    await call('POST /v1/sessions', { key, body: { id: 's' } });
    await call('POST /v1/sessions/s/messages', {
      key,
      body: { messages: [say('why '.repeat(300))] },
    });
    const { state } = (await call('POST /v1/sessions/s/prepare', { key, body: {} })).body;
    const stopped = { inputTokens: null, outputTokens: null };
    const booked = await call('POST /v1/sessions/s/usage', { key, body: stopped });
    expect(booked.body.state.spend).toMatchObject({ inputTokens: 0, unreportedCalls: 1 });
    expect((await call('GET /v1/usage', { key })).body).toMatchObject({
      input_tokens: state.used.total,
      estimated_tokens: state.used.total,
      tokens_left: 0,
    });
    expect((await call('POST /v1/sessions/s/prepare', { key, body: {} })).status).toBe(429);
  });
});
