import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';

import {
  ADMIN_KEY,
  createTestServer,
  longSession,
  say,
  type TestServer,
} from '../support/test-server.js';

const fetchOf = ({ server }: TestServer) =>
  ((input: URL | string, init?: RequestInit) =>
    server.app.request(input instanceof URL ? input.href : input, init)) as typeof fetch;

const base = 'http://server.test';

describe('the SDK of OpenAI', () => {
  it('pages through our lists with its own pager, and reads our errors', async () => {
    const server = await createTestServer();
    for (let index = 0; index < 45; index++) {
      await server.call('POST /v1/sessions', { body: { id: `s${index}` } });
    }
    const messages = Array.from({ length: 130 }, (_, index) => say(`${index}`));
    await server.call('POST /v1/sessions/s0/messages', { body: { messages } });
    const client = new OpenAI({ apiKey: ADMIN_KEY, baseURL: `${base}/v1`, fetch: fetchOf(server) });
    const { CursorPage } = await import('openai/pagination');
    const all = async <Item extends { id: string }>(path: string): Promise<Item[]> => {
      const items: Item[] = [];
      const pages = client.getAPIList(path, CursorPage, { query: { limit: 20 } });
      for await (const item of pages as AsyncIterable<Item>) {
        items.push(item);
      }
      return items;
    };
    expect((await all('/sessions')).map(({ id }) => id)).toEqual(
      Array.from({ length: 45 }, (_, index) => `s${44 - index}`),
    );
    const seqs = (await all<{ id: string; seq: number }>('/sessions/s0/messages')).map(
      ({ seq }) => seq,
    );
    expect(seqs).toEqual(Array.from({ length: 130 }, (_, index) => index));
    const wrong: unknown = await client.get('/sessions/gone').catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(OpenAI.NotFoundError);
    expect(wrong).toMatchObject({ code: 'session_not_found', type: 'not_found_error' });
    expect(String(wrong)).toContain('There is no session "gone"');
  });

  it('does not try conflicts again', async () => {
    const server = await createTestServer();
    await server.call('POST /v1/sessions', { body: { id: 's' } });
    let calls = 0;
    const counting = ((input: URL | string, init?: RequestInit) => {
      calls++;
      return fetchOf(server)(input, init);
    }) as typeof fetch;
    const client = new OpenAI({ apiKey: ADMIN_KEY, baseURL: `${base}/v1`, fetch: counting });
    await expect(client.post('/sessions', { body: { id: 's' } })).rejects.toThrow('409');
    expect(calls).toBe(1);
  });
});

/** The part of a client that both generations of the SDK have. */
interface ToolClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

async function connect(era: string, server: TestServer, key: string): Promise<ToolClient> {
  const options = {
    fetch: fetchOf(server),
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  };
  const info = { name: 'test', version: '1' };
  const url = new URL(`${base}/mcp`);
  if (era === 'v1') {
    const client = new Client(info);
    await client.connect(new StreamableHTTPClientTransport(url, options));
    return client;
  }
  const client = new ModernClient(info);
  await client.connect(new ModernTransport(url, options));
  return client;
}

describe.each(['v1', 'v2'])('an MCP client of SDK %s', (era) => {
  it('lists and calls the tools, for its own tenant only', async () => {
    const server = await createTestServer();
    const id = await longSession(server, 40);
    await server.call(`POST /v1/sessions/${id}/prepare`, { body: {} });
    const client = await connect(era, server, ADMIN_KEY);
    const use = async (name: string, input: Record<string, unknown>) => {
      const answer = (await client.callTool({ name, arguments: input })) as {
        isError?: boolean;
        content: { text: string }[];
      };
      const text = answer.content[0]?.text ?? '';
      return answer.isError === true ? { error: text } : JSON.parse(text);
    };
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'sessions_list',
      'history_search',
      'history_expand',
      'history_read',
      'session_snapshot',
      'session_context',
    ]);
    expect((await use('sessions_list', {})).sessions).toMatchObject([{ id, messages: 80 }]);
    const { hits } = await use('history_search', { query: 'port 8003' });
    expect(hits[0]).toMatchObject({ session_id: id, seq: 6 });
    const { messages } = await use('history_expand', { session_id: id, entries: [6] });
    expect(messages[0].text).toContain('port 8003');
    expect((await use('session_snapshot', { session_id: id })).summary).toContain('## ');
    expect((await use('session_context', { session_id: id })).state.window).toBe(4000);
    expect((await use('session_context', { session_id: 'gone' })).error).toContain('no session');
    expect((await use('session_snapshot', { session_id: 'gone' })).error).toContain('no session');
    await server.call(`POST /v1/sessions/${id}/rewind`, { body: { to: 1 } });
    expect(await use('session_snapshot', { session_id: id })).toEqual({ summary: null });
    await client.close();
    const stranger = await connect(era, server, await server.keyFor('acme', 'read'));
    const answer = JSON.stringify(
      await stranger.callTool({
        name: 'history_expand',
        arguments: { session_id: id, entries: [6] },
      }),
    );
    expect(answer).toContain('no session');
    expect(answer).not.toContain('8003');
    await stranger.close();
  });

  it('needs a key', async () => {
    await expect(connect(era, await createTestServer(), 'wrong')).rejects.toThrow(/401|key/i);
  });
});
