import { createMemoryStore } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { createTestServer, say } from '../support/test-server.js';

describe('messages', () => {
  it('are appended as AI SDK messages or with more, and read back', async () => {
    const { call } = await createTestServer();
    await call('POST /v1/sessions', { body: { id: 's' } });
    const bytes = Buffer.from([1, 2, 3, 255]).toString('base64');
    const messages = [
      { role: 'user', content: 'plain \u{1F642} \u2028' },
      say('with an id', { id: 'mine', model: 'gpt-5', metadata: { origin: 'tool' } }),
      { role: 'user', content: [{ type: 'file', data: bytes, mediaType: 'image/png' }] },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: '1', toolName: 'ls', input: { path: '.' } }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: '1',
            toolName: 'ls',
            output: { type: 'text', value: 'a' },
          },
        ],
      },
    ];
    const appended = await call('POST /v1/sessions/s/messages', { body: { messages } });
    expect([appended.status, appended.body.next_seq]).toEqual([201, 5]);
    const { body } = await call('GET /v1/sessions/s/messages');
    expect(body.data.map((each: { seq: number }) => each.seq)).toEqual([0, 1, 2, 3, 4]);
    expect(body.data[0].message).toEqual(messages[0]);
    expect(body.data[1]).toMatchObject({
      id: 'mine',
      model: 'gpt-5',
      metadata: { origin: 'tool' },
    });
    expect(JSON.stringify(body.data[2].message)).toContain(bytes);
    for (const name of ['mine', '1']) {
      const one = await call(`GET /v1/sessions/s/messages/${name}`);
      expect(one.body).toEqual(body.data[1]);
    }
    expect((await call('GET /v1/sessions/s/messages/nothing')).status).toBe(404);
  });

  it('are stored once, whatever is repeated', async () => {
    const { call } = await createTestServer();
    await call('POST /v1/sessions', { body: { id: 's' } });
    const body = { messages: [say('one', { id: 'a' }), say('two', { id: 'b' })], expected_seq: 0 };
    const first = await call('POST /v1/sessions/s/messages', { body });
    const second = await call('POST /v1/sessions/s/messages', { body });
    expect(second.body).toEqual(first.body);
    const third = await call('POST /v1/sessions/s/messages', {
      body: { messages: [say('two', { id: 'b' }), say('three', { id: 'c' })] },
    });
    expect(third.body.data.map((each: { seq: number }) => each.seq)).toEqual([1, 2]);
    expect((await call('GET /v1/sessions/s')).body.message_count).toBe(3);
  });

  it('are stored once by an id of their own without a wrapper, too, and show what is stored', async () => {
    const { call } = await createTestServer();
    await call('POST /v1/sessions', { body: { id: 's' } });
    const append = (...messages: object[]) =>
      call('POST /v1/sessions/s/messages', { body: { messages } });
    const hi = { id: 'zz', role: 'user', content: 'Hi' };
    const first = await append(hi);
    expect(first.body.data).toMatchObject([{ id: 'zz', message: { role: 'user', content: 'Hi' } }]);
    expect(first.body.data[0].message).not.toHaveProperty('id');
    expect((await append(hi)).body).toEqual(first.body);
    const other = await append({ ...hi, content: 'Bye' }, { role: 'user', content: 'more' });
    expect(other.body.data[0]).toEqual(first.body.data[0]);
    expect((await call('GET /v1/sessions/s')).body.message_count).toBe(2);
    for (const id of ['', 7, 'x'.repeat(257)]) {
      const { status, body } = await append({ ...hi, id });
      expect([status, body.error.param]).toEqual([400, 'messages.0.id']);
    }
  });

  it('that are repeated are answered with the end of the session', async () => {
    const { call } = await createTestServer();
    await call('POST /v1/sessions', { body: { id: 's' } });
    const append = (body: object, headers = {}) =>
      call('POST /v1/sessions/s/messages', { body, headers });
    await append({ messages: [say('one', { id: 'a' })] });
    await append({ messages: [say('two'), say('three')] });
    const { body } = await append({ messages: [say('one', { id: 'a' })] });
    expect([body.data[0].seq, body.next_seq]).toEqual([0, 3]);
    const next = await append({ messages: [say('four')], expected_seq: body.next_seq });
    expect([next.status, next.body.next_seq]).toEqual([201, 4]);
  });

  it('go in only where the session is as expected', async () => {
    const { call } = await createTestServer();
    await call('POST /v1/sessions', { body: { id: 's' } });
    const append = (expected: number) =>
      call('POST /v1/sessions/s/messages', {
        body: { messages: [say('x')], expected_seq: expected },
      });
    const answers = await Promise.all([append(0), append(0), append(0)]);
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      201, 409, 409,
    ]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.headers.get('x-should-retry')).toBe('false');
    expect(refused?.body.error).toMatchObject({ code: 'store_conflict', type: 'conflict_error' });
  });

  it('go in all or not at all, within the limits', async () => {
    const { call } = await createTestServer({
      limits: { maxMessageBytes: 500, maxMessagesPerAppend: 3, maxSessionMessages: 4 },
    });
    await call('POST /v1/sessions', { body: { id: 's' } });
    const append = (...messages: object[]) =>
      call('POST /v1/sessions/s/messages', { body: { messages } });
    const wrong: [number, object[]][] = [
      [400, []],
      [400, [say('good'), { role: 'user' }]],
      [400, [say('good'), { role: 'robot', content: 'x' }]],
      [400, [{ role: 'tool', content: 'text' }]],
      [400, [say('x', { id: '' })]],
      [400, [say('x', { extra: 1 })]],
      [400, [say('1'), say('2'), say('3'), say('4')]],
      [413, [say('x'.repeat(600))]],
      [413, [say('é'.repeat(300))]],
    ];
    for (const [status, messages] of wrong) {
      const refused = await append(...messages);
      expect([JSON.stringify(messages).slice(0, 80), refused.status]).toEqual([
        JSON.stringify(messages).slice(0, 80),
        status,
      ]);
    }
    expect((await call('GET /v1/sessions/s')).body.message_count).toBe(0);
    await append(say('1'), say('2'), say('3'));
    expect((await append(say('4'), say('5'))).status).toBe(413);
    expect((await append(say('4'))).status).toBe(201);
  });

  it('count with those of another process when the session is nearly full', async () => {
    const store = createMemoryStore();
    const { call } = await createTestServer({ store, limits: { maxSessionMessages: 4 } });
    await call('POST /v1/sessions', { body: { id: 's' } });
    const append = (...messages: object[]) =>
      call('POST /v1/sessions/s/messages', { body: { messages } });
    expect((await append(say('1'), say('2'))).status).toBe(201);
    const elsewhere = ['3', '4'].map((content) => ({
      message: { role: 'user' as const, content },
    }));
    await store.append('s', elsewhere);
    const { status, body } = await append(say('5'));
    expect([status, body.error.code]).toEqual([413, 'session_full']);
  });

  it('that are stored already are answered as before in a full session', async () => {
    const { call } = await createTestServer({ limits: { maxSessionMessages: 3 } });
    await call('POST /v1/sessions', { body: { id: 's' } });
    const append = (body: object, headers = {}) =>
      call('POST /v1/sessions/s/messages', { body, headers });
    const [one, two] = [say('1', { id: 'm1' }), say('2', { id: 'm2' })];
    const ui = { id: 'u3', role: 'user', parts: [{ type: 'text', text: '3' }] };
    const first = await append({ messages: [one, two] });
    const third = await append({ as: 'ai-sdk', messages: [ui] });
    expect([first.status, third.status]).toEqual([201, 201]);
    const again = await append({ messages: [one, two] });
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
    const wrapped = { id: 'm2', message: { role: 'user', content: '2' } };
    expect((await append({ messages: [wrapped] })).body.data).toEqual([first.body.data[1]]);
    expect((await append({ as: 'ai-sdk', messages: [ui] })).body.data).toEqual(third.body.data);
    const more = await append({ messages: [two, say('4', { id: 'm4' })] });
    expect([more.status, more.body.error.code]).toEqual([413, 'session_full']);
    expect((await call('GET /v1/sessions/s')).body.message_count).toBe(3);
  });

  it('take no room twice when only some of an append are new', async () => {
    const { call } = await createTestServer({ limits: { maxSessionMessages: 3 } });
    await call('POST /v1/sessions', { body: { id: 's' } });
    const all = ['1', '2', '3'].map((content) => say(content, { id: `m${content}` }));
    for (const count of [2, 3]) {
      const body = { messages: all.slice(0, count) };
      expect((await call('POST /v1/sessions/s/messages', { body })).status).toBe(201);
    }
    expect((await call('GET /v1/sessions/s')).body.message_count).toBe(3);
  });

  it('are paged by their ids, both ways', async () => {
    const { call } = await createTestServer();
    await call('POST /v1/sessions', { body: { id: 's' } });
    const messages = Array.from({ length: 7 }, (_, index) => say(`${index}`, { id: `m${index}` }));
    await call('POST /v1/sessions/s/messages', { body: { messages } });
    const idsOf = async (query: string): Promise<[string, boolean]> => {
      const { body } = await call(`GET /v1/sessions/s/messages?${query}`);
      return [body.data.map((each: { id: string }) => each.id).join(' '), body.has_more];
    };
    expect(await idsOf('limit=3')).toEqual(['m0 m1 m2', true]);
    expect(await idsOf('limit=3&after=m2')).toEqual(['m3 m4 m5', true]);
    expect(await idsOf('limit=3&after=m5')).toEqual(['m6', false]);
    expect(await idsOf('limit=3&after=m6')).toEqual(['', false]);
    expect(await idsOf('limit=2&order=desc')).toEqual(['m6 m5', true]);
    expect(await idsOf('limit=2&order=desc&after=m1')).toEqual(['m0', false]);
    expect(await idsOf('limit=2&before=m4')).toEqual(['m2 m3', true]);
    expect(await idsOf('limit=5&before=m4')).toEqual(['m0 m1 m2 m3', false]);
    expect((await call('GET /v1/sessions/s/messages?after=m9')).status).toBe(400);
    expect((await call('GET /v1/sessions/s')).body.message_count).toBe(7);
  });
});
