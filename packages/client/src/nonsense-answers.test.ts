import { expect, it } from 'vitest';

import { createClient } from './create-client.js';
import { ApiError } from './transport/api-error.js';

const page = (more: object) => JSON.stringify({ object: 'list', has_more: true, ...more });

const bodies = [
  '',
  'null',
  '5',
  '[]',
  '"text"',
  '{',
  '{}',
  '{"data":5}',
  '{"data":null,"has_more":true}',
  page({ data: [] }),
  page({ data: [{ id: 'a' }], last_id: 'a' }),
  page({ data: [{ id: 'a' }, { id: 'a' }] }),
  'data: {\n\n',
  'id: 1\nevent: message\ndata: nonsense\n\n',
  'id: 1\nevent: message\ndata: null\n\n',
  '\u0000\ufffd',
];

/** Everything that is left to read of an answer. */
async function drain(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of items) if (++count > 100) break;
  return count;
}

it.each(bodies)(
  'a server that answers %j with 200 ends a call, or rejects it with ApiError',
  async (body) => {
    const stopped = new AbortController();
    const client = createClient({
      baseUrl: 'http://127.0.0.1:8787',
      fetch: async () => new Response(body, { status: 200 }),
      maxRetries: 0,
    });
    const list = client.sessionList({ limit: 2 });
    const calls: Record<string, () => Promise<unknown>> = {
      get: () => client.sessions.get('s'),
      list: () => client.sessions.list(),
      each: () => drain(client.sessions.each()),
      export: () => drain(client.sessions.export('s')),
      page: () => list.list(),
      async follow() {
        setTimeout(() => stopped.abort(), 20);
        return drain(client.sessions.follow('s', { signal: stopped.signal }));
      },
    };
    for (const [name, call] of Object.entries(calls)) {
      const outcome = await call().catch((error: unknown) => error);
      if (outcome instanceof Error) expect([name, outcome]).toEqual([name, expect.any(ApiError)]);
      else expect([name, outcome]).not.toEqual([name, 101]);
    }
  },
);

it.each(['{"error":{"message":{},"code":5}}', '{"detail":[]}', '{"error":[]}'])(
  'an error that is told as %j has a message and a code',
  async (body) => {
    const client = createClient({
      baseUrl: 'http://127.0.0.1:8787',
      fetch: async () => new Response(body, { status: 418, headers: { 'retry-after': '-5' } }),
    });
    const asked = client.sessions.get('s');
    await expect(asked).rejects.toMatchObject({
      message: 'The server answered 418.',
      code: 'unknown',
    });
  },
);
