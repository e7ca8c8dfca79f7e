import { describe, expect, it } from 'vitest';

import { createTestServer, longSession, say } from '../support/test-server.js';

const question = {
  role: 'user',
  content: [{ type: 'text', text: 'What is the port of staging?' }],
};
const call = {
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'staging.yaml' } }],
};
const result = {
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'port: 8471' }],
};

describe('messages of another SDK', () => {
  it('are taken as they are, and given back in the shape of any', async () => {
    const server = await createTestServer();
    await server.call('POST /v1/sessions', { body: { id: 's' } });
    const append = (messages: object) =>
      server.call('POST /v1/sessions/s/messages', { body: { as: 'anthropic', messages } });
    expect((await append(question)).body.next_seq).toBe(1);
    const response = { id: 'msg_1', type: 'message', ...call, stop_reason: 'tool_use' };
    expect((await append(response)).body.next_seq).toBe(2);
    const stored = await append([result]);
    expect(stored.status).toBe(201);
    expect(stored.body.data[0].message).toMatchObject({
      role: 'tool',
      content: [{ toolCallId: 'toolu_1', toolName: 'read' }],
    });
    const prepare = async (as: string) =>
      (
        await server.call('POST /v1/sessions/s/prepare', {
          body: { as, instructions: 'Be brief.' },
        })
      ).body;
    const { object, as, body, plan, state } = await prepare('anthropic');
    expect([object, as, plan.ranges.length > 0, state.window > 0]).toEqual([
      'request_body',
      'anthropic',
      true,
      true,
    ]);
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
    expect(JSON.stringify(body.messages)).toContain('"tool_use_id":"toolu_1"');
    const chat = (await prepare('openai-chat')).body;
    expect(chat.messages.map(({ role }: { role: string }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
    ]);
    const { body: tools } = await server.call('POST /v1/sessions/s/prepare', {
      body: {
        as: 'openai-chat',
        tools: [{ type: 'function', function: { name: 'read', parameters: { type: 'object' } } }],
      },
    });
    expect(tools.body.tools).toMatchObject([{ type: 'function', function: { name: 'read' } }]);
    expect(tools.state.used.tools).toBeGreaterThan(0);
  });

  it('are stored once when the request is repeated, and kept within the limits', async () => {
    const server = await createTestServer({
      limits: { maxMessagesPerAppend: 2, maxMessageBytes: 2000 },
    });
    await server.call('POST /v1/sessions', { body: { id: 's' } });
    const path = 'POST /v1/sessions/s/messages';
    const headers = { 'idempotency-key': 'once' };
    const body = { as: 'anthropic', messages: [question] };
    const first = await server.call(path, { body, headers });
    expect(first.body.data[0].id).toMatch(/^idem-/);
    const again = await server.call(path, {
      body: { as: 'anthropic', messages: question, expected_seq: 1 },
    });
    expect(again.body.data[0].id).not.toBe(first.body.data[0].id);
    const error = async (messages: unknown, as = 'anthropic') =>
      (await server.call(path, { body: { as, messages } })).body.error.code;
    expect(await error({ messages: [question, question, question] })).toBe('too_many_messages');
    const huge = { role: 'user', content: 'x'.repeat(3000) };
    expect(await error({ messages: [huge] })).toBe('message_too_large');
    expect(await error([])).toBe('invalid_request');
    expect(await error('text')).toBe('invalid_request');
    expect(await error([question], 'nobody')).toBe('invalid_request');
    expect(await error([{ role: 'nobody' }])).toBe('unsupported_format');
    expect((await server.call('GET /v1/sessions/s')).body.message_count).toBe(2);
  });

  it('of the AI SDK are stored once by their own ids, with each step of an answer', async () => {
    const server = await createTestServer();
    await server.call('POST /v1/sessions', { body: { id: 's' } });
    const append = (messages: unknown) =>
      server.call('POST /v1/sessions/s/messages', { body: { as: 'ai-sdk', messages } });
    const text = (words: string) => ({ type: 'text', text: words });
    const asked = { id: 'q1', role: 'user', parts: [text('Which port?')] };
    const done = { state: 'output-available', input: { path: 'a' }, output: '8471' };
    const answered = {
      id: 'a1',
      role: 'assistant',
      parts: [{ type: 'tool-read', toolCallId: 'c1', ...done }],
    };
    expect((await append(asked)).body.data.map(({ id }: { id: string }) => id)).toEqual(['q1']);
    const both = await append([asked, answered]);
    expect(both.body.data.map(({ id }: { id: string }) => id)).toEqual(['q1', 'a1', 'a1#1']);
    expect((await append([asked, answered])).body).toEqual(both.body);
    const plain = { id: 'q2', role: 'user', content: 'And of live?' };
    const more = { ...answered, parts: [...answered.parts, { type: 'step-start' }, text('8471')] };
    const { body } = await append([asked, more, plain]);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([
      'q1',
      'a1',
      'a1#1',
      'a1#2',
      'q2',
    ]);
    expect((await server.call('GET /v1/sessions/s')).body.message_count).toBe(5);
  });

  it('fit as the body of every SDK', async () => {
    const server = await createTestServer();
    const id = await longSession(server, 40);
    for (const as of [
      'openai-chat',
      'openai-responses',
      'anthropic',
      'gemini',
      'langchain',
      'ai-sdk',
    ]) {
      const { status, body } = await server.call(`POST /v1/sessions/${id}/prepare`, {
        body: { as },
      });
      expect([as, status, body.as]).toEqual([as, 200, as]);
      expect(body.state.used.total).toBeLessThanOrEqual(body.state.inputBudget);
    }
  });
});

describe('withdrawn messages', () => {
  it('are marked in lists and one by one', async () => {
    const { call: ask } = await createTestServer();
    await ask('POST /v1/sessions', { body: { id: 's' } });
    const messages = ['a', 'b', 'c'].map((text) => say(text));
    await ask('POST /v1/sessions/s/messages', { body: { messages } });
    await ask('POST /v1/sessions/s/rewind', { body: { to: 0 } });
    await ask('POST /v1/sessions/s/messages', { body: { messages: [say('d')] } });
    const { body } = await ask('GET /v1/sessions/s/messages');
    expect(body.data.map(({ withdrawn }: { withdrawn?: true }) => withdrawn)).toEqual([
      undefined,
      true,
      true,
      undefined,
    ]);
    expect((await ask('GET /v1/sessions/s/messages/2')).body.withdrawn).toBe(true);
    expect((await ask('GET /v1/sessions/s/messages/3')).body).not.toHaveProperty('withdrawn');
  });
});
