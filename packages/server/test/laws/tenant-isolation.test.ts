import { createMemoryStore, type Memory, type Store } from '@everlong/core';
import { createMemory } from '@everlong/memory';
import { createSqliteStore } from '@everlong/store-sqlite';
import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createMemoryState, createServer } from '../../src/index.js';
import { ADMIN_KEY } from '../support/test-server.js';

/** Requests in the gate, of all stores together. */
const REQUESTS = 4000;
/** Requests of one server: then it starts anew. */
const BATCH = 500;

/** What only the victim knows: none of it may be in any answer to the intruder. */
const SECRET = 'zanzibarcanary';

interface Known {
  sessions: string[];
  messages: string[];
  jobs: string[];
  keys: string[];
  cursors: string[];
  hash: string;
  memories: string[];
}

async function setUp(store: Store) {
  const memory = await createMemory({ path: ':memory:' });
  const server = createServer({
    store,
    memory,
    sessionMemory: true,
    defaults: { model: 'echo' },
    upstream: (name) => (name === 'echo' ? { load: async () => createEcho() } : undefined),
    state: createMemoryState(),
    adminKey: ADMIN_KEY,
    limits: { requestsPerMinute: 0 },
  });
  const send = async (key: string, method: string, path: string, body?: unknown, more = {}) => {
    const response = await server.app.request(path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(600_000),
    });
    // A stream of events goes on: its status is all there is to see.
    const isEvents = response.headers.get('content-type')?.includes('event-stream') === true;
    const isStream = isEvents && !path.startsWith('/v1/chat');
    if (isStream) await response.body?.cancel();
    return { status: response.status, text: isStream ? '' : await response.text() };
  };
  const keyOf = async (tenant: string): Promise<{ id: string; secret: string }> => {
    await send(ADMIN_KEY, 'POST', '/v1/tenants', { id: tenant });
    const more = { 'x-tenant-id': tenant };
    const made = await send(ADMIN_KEY, 'POST', '/v1/keys', { name: 'k', scope: 'admin' }, more);
    return JSON.parse(made.text) as { id: string; secret: string };
  };
  const [victim, intruder] = [await keyOf('victim'), await keyOf('intruder')];
  const known: Known = {
    sessions: ['shared', `${SECRET}-1`],
    messages: ['victim-message'],
    jobs: [],
    keys: [victim.id],
    cursors: ['cmp_0', '0-0', '1-1'],
    hash: '',
    memories: ['1', '2'],
  };
  for (const id of known.sessions) {
    await send(victim.secret, 'POST', '/v1/sessions', { id, title: SECRET });
    const messages = [
      { id: 'victim-message', message: { role: 'user', content: `the ${SECRET} plan` } },
      ...Array.from({ length: 20 }, () => ({
        role: 'user',
        content: `${SECRET} ${'word '.repeat(40)}`,
      })),
    ];
    await send(victim.secret, 'POST', `/v1/sessions/${id}/messages`, { messages });
    const job = await send(victim.secret, 'POST', `/v1/sessions/${id}/compactions`, {});
    known.jobs.push((JSON.parse(job.text) as { id: string }).id);
    const bytes = new TextEncoder().encode(SECRET);
    known.hash = await store.forTenant('victim').putMedia(id, bytes, 'text/plain');
  }
  for (const agent of ['default', 'coder']) {
    const fact = { agent, subject: SECRET, predicate: 'port', value: `${SECRET}-8471` };
    await send(victim.secret, 'POST', '/v1/memories', fact);
  }
  return { server, send, memory, victim, intruder, known };
}

/** A model that says what it was sent: nothing of another tenant may be in it. */
function createEcho() {
  const finish = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: USAGE };
  return {
    specificationVersion: 'v3',
    provider: 'test',
    modelId: 'echo',
    supportedUrls: {},
    async doStream({ prompt }: { prompt: unknown }) {
      const parts = [
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: JSON.stringify(prompt) },
        { type: 'text-end', id: '1' },
        finish,
      ];
      return { stream: ReadableStream.from(parts) };
    },
  } as never;
}

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Everything of the victim, as bytes: it must be the same afterwards. */
async function fingerprint(store: Store, memory: Memory): Promise<string> {
  const mine = store.forTenant('victim');
  const parts: unknown[] = [];
  for (const info of await mine.listSessions({ order: 'created' })) {
    parts.push({ ...info, updatedAt: undefined, epoch: undefined });
    for await (const entry of mine.read(info.id)) parts.push(entry);
  }
  for (const agent of ['default', 'coder']) {
    parts.push(await memory.list(`victim/${agent}`, { past: true }));
    parts.push(await memory.recall(`victim/${agent}`, `the ${SECRET} plan`));
  }
  return JSON.stringify(parts);
}

function requestsOn(known: Known) {
  const id = fc.constantFrom(
    ...known.sessions,
    ...known.messages,
    ...known.jobs,
    ...known.keys,
    known.hash,
    'mine',
    '..%2fvictim%2fshared',
    'victim%00shared',
  );
  const cursor = fc.constantFrom(
    ...known.sessions,
    ...known.messages,
    ...known.jobs,
    ...known.cursors,
  );
  const page = fc.oneof(
    fc.constant(''),
    fc.tuple(fc.constantFrom('after', 'before'), cursor).map(([name, at]) => `?${name}=${at}`),
  );
  const query = fc.constantFrom(
    SECRET,
    'plan',
    `${SECRET.slice(0, 6)}*`,
    `"${SECRET}"`,
    'the word',
  );
  const agent = fc.constantFrom('default', 'coder', 'victim%2Fdefault', '..%2Fvictim%2Fdefault');
  const agentBody = fc.constantFrom('default', 'coder', 'victim/default', '../victim/default');
  const memoryChange = fc.oneof(
    fc.tuple(
      fc.constant('POST'),
      fc.constantFrom('/v1/memories/search', '/v1/memories/learnings'),
      fc.record({ agent: agentBody, query }),
    ),
    fc.tuple(
      fc.constant('POST'),
      fc.constant('/v1/memories/forget'),
      fc.tuple(agentBody, id, fc.nat(2)).map(([of, session, what]) => ({
        agent: of,
        ...[{ entity: SECRET }, { session_id: session }, { everything: true }][what],
      })),
    ),
    fc.tuple(
      fc.constant('POST'),
      fc.constant('/v1/memories/notes'),
      fc.tuple(agentBody, id).map(([of, session]) => ({
        agent: of,
        session_id: session,
        from_seq: 0,
        through_seq: 1,
        text: 'mine',
      })),
    ),
    fc.tuple(
      fc.constantFrom('GET', 'DELETE'),
      fc
        .tuple(fc.constantFrom(...known.memories), agent)
        .map(([each, of]) => `/v1/memories/${each}?agent=${of}`),
      fc.constant(undefined),
    ),
  );
  const chat = fc.oneof(
    fc.tuple(
      fc.constant('POST'),
      fc.constant('/v1/chat'),
      fc.tuple(id, fc.boolean()).map(([each, historyTools]) => ({
        id: each,
        trigger: 'submit-message',
        history_tools: historyTools,
        messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'What is the plan?' }] }],
      })),
    ),
    fc.tuple(
      fc.constant('POST'),
      id.map((each) => `/v1/chat/${each}/stop`),
      fc.constant(undefined),
    ),
  );
  const get = fc.oneof(
    fc
      .tuple(fc.constantFrom('sessions', 'jobs', 'audit', 'keys', 'tenants'), page)
      .map(([what, at]) => `/v1/${what}${at}`),
    fc.constantFrom('/v1/usage', '/v1/usage?from=2020-01-01'),
    id.map((each) => `/v1/sessions/${each}`),
    fc
      .tuple(id, fc.constantFrom('messages', 'compactions', 'context', 'export'), page)
      .map(([each, what, at]) => `/v1/sessions/${each}/${what}${at}`),
    id.map((each) => `/v1/sessions/${each}/events?from=start`),
    fc.tuple(id, id).map(([each, message]) => `/v1/sessions/${each}/messages/${message}`),
    fc.tuple(id, fc.nat(30)).map(([each, seq]) => `/v1/sessions/${each}/requests/${seq}`),
    query.map((q) => `/v1/search?q=${encodeURIComponent(q)}`),
    fc
      .tuple(id, query)
      .map(([each, q]) => `/v1/sessions/${each}/search?q=${encodeURIComponent(q)}`),
    id.map((each) => `/v1/jobs/${each}`),
    fc.constantFrom('/v1/tenants/victim/export', '/metrics', '/mcp'),
    id.map((each) => `/v1/chat/${each}/stream`),
    agent.map((each) => `/v1/memories?past=true&agent=${each}`),
    agent.map((each) => `/v1/memories/profile?agent=${each}`),
    fc.tuple(id, agent).map(([each, of]) => `/v1/memories/entities/${each}?agent=${of}`),
  );
  const change = fc.oneof(
    fc.tuple(fc.constant('POST'), fc.constant('/v1/sessions'), fc.constant({ id: 'mine' })),
    fc.tuple(
      fc.constant('POST'),
      fc
        .tuple(
          id,
          fc.constantFrom(
            'messages',
            'prepare',
            'compactions',
            'compactions/undo',
            'fork',
            'usage',
          ),
        )
        .map(([each, what]) => `/v1/sessions/${each}/${what}`),
      fc.constantFrom<object>(
        {},
        { messages: [{ id: known.messages[0], message: { role: 'user', content: 'x' } }] },
        { messages: [{ role: 'user', content: 'x' }], expected_seq: 21 },
        { at_seq: 3 },
        { dry_run: true },
        { input_tokens: 1, output_tokens: 1 },
      ),
    ),
    fc.tuple(
      fc.constant('PATCH'),
      id.map((each) => `/v1/sessions/${each}`),
      fc.constant({ title: 'x' }),
    ),
    fc.tuple(
      fc.constant('DELETE'),
      id.map((each) => `/v1/sessions/${each}`),
      fc.constant(undefined),
    ),
    fc.tuple(
      fc.constant('DELETE'),
      id.map((each) => `/v1/keys/${each}`),
      fc.constant(undefined),
    ),
    fc.tuple(
      fc.constant('POST'),
      id.map((each) => `/v1/keys/${each}/rotate`),
      fc.constant({}),
    ),
    fc.tuple(
      fc.constantFrom('DELETE', 'PATCH'),
      fc.constant('/v1/tenants/victim'),
      fc.constant({}),
    ),
    fc.tuple(
      fc.constant('POST'),
      fc.constant('/mcp'),
      fc
        .tuple(
          fc.constantFrom(
            ['history_search', { query: SECRET }] as const,
            ['history_expand', { entries: [0, 1] }] as const,
            ['session_snapshot', {}] as const,
          ),
          id,
        )
        .map(([[name, input], session]) => ({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: { ...input, session_id: session } },
        })),
    ),
  );
  const headers = fc.constantFrom<Record<string, string>>(
    {},
    { 'x-tenant-id': 'victim' },
    { 'x-tenant-id': 'intruder' },
    { 'last-event-id': '0-0' },
    { 'if-none-match': '*' },
    { 'if-match': '*' },
    { accept: 'application/json, text/event-stream' },
  );
  return fc.tuple(
    fc.oneof(
      { weight: 2, arbitrary: get.map((path) => ['GET', path, undefined] as const) },
      { weight: 1, arbitrary: change },
      { weight: 1, arbitrary: memoryChange },
      { weight: 1, arbitrary: chat },
    ),
    headers,
  );
}

const stores: [string, () => Store][] = [
  ['memory', createMemoryStore],
  ['SQLite', () => createSqliteStore({ path: ':memory:' })],
];

describe.each(stores)('a tenant of a server with a store in %s', (_name, createStore) => {
  it('reaches nothing of another, and is told nothing of it', async () => {
    const total = propertyRuns(REQUESTS / stores.length);
    for (let done = 0; done < total; done += BATCH) {
      const store = createStore();
      const { server, send, memory, victim, intruder, known } = await setUp(store);
      const before = await fingerprint(store, memory);
      await fc.assert(
        fc.asyncProperty(requestsOn(known), async ([[method, path, body], headers]) => {
          const { status, text } = await send(intruder.secret, method, path, body, headers);
          const label = `${method} ${path} ${JSON.stringify(body)} ${JSON.stringify(headers)}`;
          expect(status, `${label}: ${text.slice(0, 300)}`).toBeLessThan(500);
          // An answer may name what the request itself named, and nothing more.
          const said = decodeURIComponent(path) + JSON.stringify(body ?? '');
          const named = [...known.sessions, victim.id].filter((each) => said.includes(each));
          const told = named.reduce((rest, each) => rest.replaceAll(each, ''), text);
          expect(told, `in the answer to ${label}`).not.toContain(SECRET);
          expect(told, `in the answer to ${label}`).not.toContain(victim.id);
        }),
        { numRuns: Math.min(BATCH, total - done) },
      );
      expect(await fingerprint(store, memory)).toBe(before);
      expect((await send(victim.secret, 'GET', '/v1/sessions/shared')).status).toBe(200);
      await server.drain();
      await server.close();
      await memory.close();
      await store.close();
    }
  });

  it('learns from no conflict that another has an id', async () => {
    const store = createStore();
    const { server, send, memory, intruder, known } = await setUp(store);
    for (const id of known.sessions) {
      const free = await send(intruder.secret, 'POST', '/v1/sessions', { id });
      expect([id, free.status]).toEqual([id, 201]);
      const path = `/v1/sessions/${id}/messages`;
      const messages = [{ id: known.messages[0], message: { role: 'user', content: 'mine' } }];
      const appended = await send(intruder.secret, 'POST', path, { messages, expected_seq: 0 });
      expect(appended.text).toContain('"content":"mine"');
    }
    const parts = [{ type: 'text', text: 'What is the plan?' }];
    const asked = { id: 'shared', messages: [{ id: 'm', role: 'user', parts }] };
    const answer = await send(intruder.secret, 'POST', '/v1/chat', asked);
    expect(answer.text).toContain('What is the plan?');
    expect(answer.text).not.toContain(SECRET);
    const [hit] = known.sessions.map((id) => `/v1/sessions/${id}`);
    const unknown = await send(intruder.secret, 'GET', '/v1/sessions/never-made');
    const own = await send(intruder.secret, 'DELETE', hit ?? '');
    const gone = await send(intruder.secret, 'GET', hit ?? '');
    expect(own.status).toBe(200);
    expect(gone.text.replaceAll('shared', 'never-made')).toBe(unknown.text);
    await server.drain();
    await server.close();
    await memory.close();
  });
});
