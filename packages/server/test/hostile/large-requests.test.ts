import { describe, expect, it } from 'vitest';

import { createTestServer } from '../support/test-server.js';

const limits = { maxTextBytes: 1000, maxMessageParts: 10, maxJsonValues: 200 };
const user = (content: unknown, more: object = {}) => ({ role: 'user', content, ...more });
const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
const parts = (count: number) =>
  Array.from({ length: count }, () => ({ type: 'text', text: 'part' }));

describe('a request that is too large to work on', () => {
  it.each<[what: string, path: string, body: object, code: string, param: string | null]>([
    ['text', 'messages', { messages: [user('x'.repeat(1001))] }, 'text_too_large', 'messages.0'],
    [
      'text in bytes',
      'messages',
      { messages: [user('ok'), { message: user('漢'.repeat(400)) }] },
      'text_too_large',
      'messages.1',
    ],
    [
      'text of another SDK',
      'messages',
      { as: 'openai-chat', messages: [user('x'.repeat(1001))] },
      'text_too_large',
      'messages.0',
    ],
    [
      'text of many messages',
      'messages',
      { messages: Array.from({ length: 9 }, () => user('x'.repeat(980))) },
      'text_too_large',
      'messages',
    ],
    [
      'text of a text file',
      'messages',
      {
        messages: [
          user([
            {
              type: 'file',
              mediaType: 'text/plain',
              data: { type: 'text', text: 'x'.repeat(1001) },
            },
          ]),
        ],
      },
      'text_too_large',
      'messages.0',
    ],
    ['parts', 'messages', { messages: [user(parts(11))] }, 'too_many_parts', 'messages.0'],
    ['members', 'messages', { messages: [user('x', members(9))] }, 'too_many_parts', 'messages.0'],
    ['values', 'messages', { messages: [user('x', members(250))] }, 'too_many_values', null],
    [
      'instructions',
      'prepare',
      { instructions: '-'.repeat(1001) },
      'text_too_large',
      'instructions',
    ],
    [
      'tools',
      'prepare',
      { tools: [{ name: 'a', description: 'x'.repeat(1001), inputSchema: {} }] },
      'text_too_large',
      'tools',
    ],
    [
      'the number of tools',
      'prepare',
      { tools: Array.from({ length: 11 }, () => ({ name: 'a', inputSchema: {} })) },
      'too_many_tools',
      'tools',
    ],
  ])('is refused by its %s, and nothing is stored', async (_what, path, body, code, param) => {
    const { call } = await createTestServer({ limits });
    await call('POST /v1/sessions', { body: { id: 's' } });
    const answer = await call(`POST /v1/sessions/s/${path}`, { body });
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([
      413,
      code,
      param,
    ]);
    expect((await call('GET /v1/sessions/s')).body.message_count).toBe(0);
  });

  it('is not one for its files', async () => {
    const { call } = await createTestServer({ limits });
    await call('POST /v1/sessions', { body: { id: 's' } });
    const data = 'iVBORw0KGgoA'.repeat(1000);
    const file = { type: 'file', mediaType: 'image/png', data };
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } };
    const messages = [user([file]), user([{ ...file, data: { type: 'data', data } }])];
    expect((await call('POST /v1/sessions/s/messages', { body: { messages } })).status).toBe(201);
    const body = { as: 'openai-chat', messages: [user([image])] };
    expect((await call('POST /v1/sessions/s/messages', { body })).status).toBe(201);
  });
});

it('other requests get their turn between the steps of a large one', async () => {
  const { call } = await createTestServer();
  await call('POST /v1/sessions', { body: { id: 's' } });
  const turnsDuring = async (length: number) => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    const body = JSON.stringify({ messages: [user('x'.repeat(length))] });
    setImmediate(count);
    const { status } = await call('POST /v1/sessions/s/messages', { body });
    isOver = true;
    expect(status).toBe(201);
    return turns;
  };
  expect((await turnsDuring(400_000)) - (await turnsDuring(1))).toBeGreaterThanOrEqual(4);
});

it('a page of large messages is shorter than its limit, and leads to all of them', async () => {
  const { call } = await createTestServer();
  await call('POST /v1/sessions', { body: { id: 's' } });
  const file = { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgoA'.repeat(150_000) };
  for (let index = 0; index < 5; index++) {
    await call('POST /v1/sessions/s/messages', { body: { messages: [user([file])] } });
  }
  const seen: number[] = [];
  let pages = 0;
  for (let after = ''; ; pages++) {
    const { body } = await call(`GET /v1/sessions/s/messages?limit=100${after}`);
    seen.push(...body.data.map(({ seq }: { seq: number }) => seq));
    if (!body.has_more) break;
    after = `&after=${body.last_id}`;
  }
  expect(seen).toEqual([0, 1, 2, 3, 4]);
  expect(pages).toBe(2);
});
