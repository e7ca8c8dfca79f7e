import { createClient } from '@everlong/client';
import { createMemoryStore, type Memory } from '@everlong/core';
import { createMemory } from '@everlong/memory';
import { describe, expect, it, onTestFinished } from 'vitest';

import { createMemoryState } from '../../src/index.js';
import { fetchOf, memoryServer } from '../support/memory-server.js';
import { ADMIN_KEY, createTestServer, say } from '../support/test-server.js';

const port = { subject: 'staging', predicate: 'port', cardinality: 'one' as const };

/** Writes a fact that rests on the message of a session that names its value. */
async function factFrom(memory: Memory, scope: string, sessionId: string, object: string) {
  const { hits } = await memory.recall(scope, object, {
    limit: 1,
    excludes: (source) => source.sessionId !== sessionId,
  });
  const sources = hits.flatMap((hit) => hit.sources.map((each) => ({ ...each, seq: 0 })));
  await memory.write(scope, { subject: 'user', predicate: 'said', object, sources });
}

describe('memories', () => {
  it('are written, replaced, found, listed and forgotten with the client', async () => {
    const server = await memoryServer();
    const baseUrl = 'http://server.test';
    const { memories } = createClient({ baseUrl, key: ADMIN_KEY, fetch: fetchOf(server) });
    const first = await memories.write({ ...port, value: '8471' });
    const second = await memories.write({ ...port, value: '9090' });
    for (let index = 0; index < 5; index++) {
      await memories.write({ subject: 'Ada', predicate: 'likes', value: `tea ${index}` });
    }
    const { data } = await memories.search({ query: 'Which port has staging?' });
    const [best] = data;
    const parts = Object.values(best?.breakdown ?? {});
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(best?.score ?? NaN);
    expect(data[0]).toMatchObject({ kind: 'fact', memory: { id: second.id, value: '9090' } });
    const found: string[] = [];
    for await (const { value } of memories.each({ limit: 2 })) found.push(value);
    expect(found).toEqual(['9090', 'tea 0', 'tea 1', 'tea 2', 'tea 3', 'tea 4']);
    const past = await memories.list({ subject: 'staging', past: true });
    expect(past.data.map(({ id, superseded_by: by }) => [id, by])).toEqual([
      [first.id, second.id],
      [second.id, null],
    ]);
    expect(past.data.map((memory) => memory.outdated_since)).toEqual([null, null]);
    for (const memory of past.data) expect(await memories.get(memory.id)).toEqual(memory);
    expect(await memories.entity('ada')).toMatchObject({ name: 'Ada', memories: { length: 5 } });
    const gone = await memories.delete(second.id);
    expect(gone.memory_ids).toContain(second.id);
    await memories.forget({ entity: 'Ada' });
    await expect(memories.entity('Ada')).rejects.toThrow('Nothing is known');
    await expect(memories.delete('999')).rejects.toThrow('no memory 999');
    await expect(memories.get(second.id)).rejects.toThrow(`no memory ${second.id}`);
    await memories.forget({ everything: true });
    expect((await memories.list({ past: true })).data).toEqual([]);
  });

  it('of a deleted tenant or session are forgotten where memory is off, and not shown', async () => {
    const state = createMemoryState();
    const store = createMemoryStore();
    const on = await memoryServer(true, { state, store });
    const key = await on.keyFor('acme');
    const kept = await on.keyFor('other');
    for (const [owner, id] of [
      [key, 'one'],
      [kept, 'two'],
      [kept, 'three'],
    ] as const) {
      await on.call('POST /v1/sessions', { key: owner, body: { id } });
      const messages = [say(`I like tea of ${id}.`)];
      await on.call(`POST /v1/sessions/${id}/messages`, { key: owner, body: { messages } });
      const scope = owner === key ? 'acme/default' : 'other/default';
      await expect.poll(() => on.memory.observedThroughSeq(scope, id)).toBe(0);
      await factFrom(on.memory, scope, id, `tea of ${id}`);
    }
    const { memory } = on;
    expect(await memory.list('acme/default')).not.toEqual([]);

    const off = await createTestServer({ state, store, memory, forgetsOnly: true });
    expect((await off.call('GET /v1/memories?agent=default', { key })).status).toBe(404);
    expect((await off.call('GET /v1/tenants/acme/export')).text).not.toContain('"memory"');
    expect((await off.call('DELETE /v1/tenants/acme')).status).toBe(200);
    expect((await off.call('DELETE /v1/sessions/two', { key: kept })).status).toBe(200);
    expect(await memory.list('acme/default', { past: true })).toEqual([]);
    const sources = (await memory.list('other/default')).flatMap((fact) => fact.sources);
    expect(sources.map(({ sessionId }) => sessionId)).toEqual(['three']);
  });

  it('of a tenant keep it from being deleted by a server without the memory', async () => {
    const state = createMemoryState();
    const store = createMemoryStore();
    const on = await memoryServer(false, { state, store });
    const key = await on.keyFor('acme');
    await on.keyFor('other');
    await on.call('POST /v1/memories', { body: { ...port, value: '8471' }, key });
    const without = await createTestServer({ state, store });
    const refused = await without.call('DELETE /v1/tenants/acme');
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'memory_missing' } } });
    expect(refused.body.detail).toContain('forgetsOnly');
    expect((await without.call('GET /v1/sessions', { key })).status).toBe(200);
    expect((await without.call('DELETE /v1/tenants/other')).status).toBe(200);
  });

  it('of a deleted session stay as far as another session holds them', async () => {
    const { call, memory } = await memoryServer(true);
    const observed = (id: string) =>
      expect.poll(() => memory.observedThroughSeq('default/default', id)).toBeGreaterThan(-1);
    const append = async (id: string, content: string) => {
      await call(`POST /v1/sessions/${id}/messages`, { body: { messages: [say(content)] } });
      await observed(id);
    };
    for (const id of ['one', 'two']) await call('POST /v1/sessions', { body: { id } });
    await append('one', 'The staging port is 7001.');
    await factFrom(memory, 'default/default', 'one', '7001');
    const fork = (await call('POST /v1/sessions/one/fork', { body: {} })).body.id;
    await observed(fork);
    await append('one', 'My cat is called Miso.');
    await append('one', 'I live in Ulm.');
    await append('two', 'I live in Ulm.');
    for (const id of ['one', 'two']) await factFrom(memory, 'default/default', id, 'Ulm');
    await call('DELETE /v1/sessions/one');
    const facts = async () => {
      const { data } = (await call('GET /v1/memories')).body;
      return data.map(
        ({ value, sources }: { value: string; sources: { session_id: string }[] }) => [
          value,
          sources.map((source) => source.session_id),
        ],
      );
    };
    expect(await facts()).toEqual([
      ['7001', [fork]],
      ['Ulm', ['two']],
    ]);
    const found = async (query: string) =>
      JSON.stringify((await call('POST /v1/memories/search', { body: { query } })).body.data);
    expect(await found('port of staging')).toContain('7001');
    expect(await found('name of the cat')).not.toContain('Miso');
    await call(`DELETE /v1/sessions/${fork}`);
    expect(await facts()).toEqual([['Ulm', ['two']]]);
    expect(await found('port of staging')).not.toContain('7001');
    // A new session of that name begins anew.
    await call('POST /v1/sessions', { body: { id: 'one' } });
    await append('one', 'My cat is called Ada.');
    await expect.poll(() => found('name of the cat')).toContain('Ada');
  });

  it('that are forgotten are answered with the sessions that say or quote them', async () => {
    const { call, memory } = await memoryServer(true);
    const ask = async (id: string, content: string): Promise<void> => {
      await call('POST /v1/sessions', { body: { id } });
      await call(`POST /v1/sessions/${id}/messages`, { body: { messages: [say(content)] } });
      await expect.poll(() => memory.observedThroughSeq('default/default', id)).toBe(0);
      await call(`POST /v1/sessions/${id}/prepare`, { body: {} });
    };
    await ask('said', 'My dog is called Quetzal.');
    await ask('recalled', 'What is my dog called?');
    await ask('other', 'Hello.');
    const { body } = await call('POST /v1/memories/forget', { body: { entity: 'Quetzal' } });
    expect(body).toMatchObject({ session_ids: ['said'], quoting_session_ids: ['recalled'] });
    const heron = { subject: 'heron', predicate: 'port', value: '4711' };
    const fact = (await call('POST /v1/memories', { body: heron })).body;
    await ask('port', 'Which port does heron use?');
    const gone = await call(`DELETE /v1/memories/${fact.id}`);
    expect(gone.body).toMatchObject({ session_ids: [], quoting_session_ids: ['port'] });
  });

  it('have a profile, learnings of tools, and notes', async () => {
    const server = await memoryServer(true);
    const baseUrl = 'http://server.test';
    const { memories } = createClient({ baseUrl, key: ADMIN_KEY, fetch: fetchOf(server) });
    const lives = await memories.write({ subject: 'I', predicate: 'lives in', value: 'Ulm' });
    const profile = await memories.profile({ max_tokens: 500 });
    expect(profile.text).toContain('Ulm');
    expect(profile.memory_ids).toEqual([lives.id]);
    await server.call('POST /v1/sessions', { body: { id: 'runs' } });
    const run = (toolCallId: string, command: string, output: object) => [
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId, toolName: 'bash', input: { command } }],
      },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'bash', output }] },
    ];
    const messages = [
      { role: 'user', content: 'Run the tests of the parser' },
      ...run('a', 'npm test parser', { type: 'error-text', value: 'vitest: command not found' }),
      ...run('b', 'npm run test -- parser', { type: 'text', value: '12 passed' }),
    ];
    await server.call('POST /v1/sessions/runs/messages', { body: { messages } });
    const learned = async () =>
      (await memories.learnings({ query: 'run the parser tests' })).data.map(({ text }) => text);
    await expect
      .poll(learned)
      .toEqual([expect.stringContaining('`npm run test -- parser` worked')]);
    const note = { session_id: 'runs', from_seq: 0, through_seq: 4, text: 'The walrus was fed.' };
    expect(await memories.note(note)).toMatchObject({ added: true });
    expect(await memories.note(note)).toMatchObject({ added: false });
    const { data } = await memories.search({ query: 'walrus' });
    expect(data).toMatchObject([{ kind: 'note', text: expect.stringContaining('walrus') }]);
    await expect(memories.note({ ...note, session_id: 'none' })).rejects.toThrow('none');
    await expect(memories.note({ ...note, from_seq: 9 })).rejects.toThrow('through_seq');
  });

  it('belong to one tenant and one agent, and to keys that may', async () => {
    const { call, keyFor } = await memoryServer();
    const stranger = await keyFor('acme');
    const reader = await keyFor('default', 'read');
    const { body: fact } = await call('POST /v1/memories', { body: { ...port, value: '8471' } });
    for (const options of [{ key: stranger }, { query: '?agent=coder' }]) {
      const { query, ...rest } = { query: '', ...options };
      expect((await call(`GET /v1/memories${query}`, rest)).body.data).toEqual([]);
      expect((await call(`GET /v1/memories/${fact.id}${query}`, rest)).status).toBe(404);
      expect((await call(`DELETE /v1/memories/${fact.id}${query}`, rest)).status).toBe(404);
      const found = await call(`GET /v1/memories/entities/staging${query}`, rest);
      expect(found.status).toBe(404);
    }
    const body = { query: 'port of staging' };
    const search = async (key: string) =>
      (await call('POST /v1/memories/search', { body, key })).body.data.length;
    expect(await search(stranger)).toBe(0);
    expect(await search(reader)).toBe(1);
    const refused = await call('POST /v1/memories', { body: { ...port, value: '1' }, key: reader });
    expect(refused.status).toBe(403);
    await call('POST /v1/memories/forget', { body: { everything: true }, key: stranger });
    expect(await search(reader)).toBe(1);
    for (const bad of [{}, { ...port, value: ' ' }, { ...port, value: 'x', agent: '../up' }]) {
      expect((await call('POST /v1/memories', { body: bad })).status).toBe(400);
    }
    expect((await call('GET /v1/memories?after=-1')).status).toBe(400);
  });

  it('leave with their session and their tenant', async () => {
    const { call, keyFor, memory } = await memoryServer(true);
    const key = await keyFor('acme');
    const tell = async (id: string) => {
      await call('POST /v1/sessions', { body: { id, agent: 'coder' }, key });
      const messages = [say(`The codeword of ${id} is rhubarb-${id}.`)];
      await call(`POST /v1/sessions/${id}/messages`, { body: { messages }, key });
      await expect.poll(() => memory.observedThroughSeq('acme/coder', id)).toBe(0);
    };
    const hits = async () => {
      const { hits: found } = await memory.recall('acme/coder', 'codeword rhubarb');
      return JSON.stringify(found);
    };
    await tell('oslo');
    await tell('bergen');
    expect(await hits()).toMatch(/rhubarb-oslo.*rhubarb-bergen|rhubarb-bergen.*rhubarb-oslo/);
    await call('DELETE /v1/sessions/oslo', { key });
    expect(await hits()).not.toContain('rhubarb-oslo');
    expect(await hits()).toContain('rhubarb-bergen');
    await call('POST /v1/memories', { body: { ...port, value: '7001', agent: 'coder' }, key });
    await call('POST /v1/memories', { body: { ...port, value: '8471', agent: 'coder' }, key });
    await memory.merge('acme/coder', 'staging', 'stage');
    const { text } = await call('GET /v1/tenants/acme/export');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { object: string });
    expect(lines.filter(({ object }) => object === 'memory')).toMatchObject([
      { agent: 'coder', value: '7001' },
      { agent: 'coder', value: '8471', superseded_by: null },
    ]);
    const merge = { agent: 'coder', object: 'memory_merge', name: 'staging', alias: 'stage' };
    expect(lines).toContainEqual(merge);
    await call('POST /v1/memories', { body: { ...port, value: '8471', agent: 'other' }, key });
    expect((await call('DELETE /v1/tenants/acme')).status).toBe(200);
    expect(await hits()).toBe('[]');
    expect(await memory.list('acme/other', { past: true })).toEqual([]);
  });

  it('leave with their tenant when an agent has nothing but a note', async () => {
    const { call, keyFor, memory } = await memoryServer();
    const key = await keyFor('acme');
    await call('POST /v1/sessions', { body: { id: 'a' }, key });
    await call('POST /v1/sessions/a/messages', { body: { messages: [say('Hello')] }, key });
    const range = { session_id: 'a', from_seq: 0, through_seq: 0 };
    const note = { ...range, agent: 'scribe', text: 'The codeword was rhubarb.' };
    expect((await call('POST /v1/memories/notes', { body: note, key })).status).toBe(201);
    const hits = async () => (await memory.recall('acme/scribe', 'codeword rhubarb')).hits;
    expect(await hits()).not.toEqual([]);
    const { text } = await call('GET /v1/tenants/acme/export');
    expect(JSON.parse(text.trim().split('\n').at(-1) ?? '')).toEqual({
      object: 'memory_note',
      date: expect.any(String),
      ...note,
    });
    expect((await call('DELETE /v1/tenants/acme')).status).toBe(200);
    expect(await hits()).toEqual([]);
  });

  it('leave no trace of an agent that was only read', async () => {
    const state = createMemoryState();
    const memory = await createMemory({ path: ':memory:' });
    onTestFinished(() => memory.close());
    const { call } = await createTestServer({ memory, state });
    for (let index = 0; index < 3; index++) await call(`GET /v1/memories?agent=agent-${index}`);
    await call('POST /v1/memories/search', { body: { agent: 'another', query: 'x' } });
    expect(await state.list({ kind: 'memory' })).toEqual([]);
    await call('POST /v1/memories', { body: { ...port, value: '8471', agent: 'writer' } });
    expect(await state.list({ kind: 'memory' })).toMatchObject([{ id: 'writer' }]);
  });

  it('are sent along where sessions use them', async () => {
    const { call } = await memoryServer(true);
    await call('POST /v1/sessions', { body: { id: 'old' } });
    const messages = [say('The port of staging is 8471.')];
    await call('POST /v1/sessions/old/messages', { body: { messages } });
    await call('POST /v1/sessions', { body: { id: 'new' } });
    const asked = [say('Which port does staging have?')];
    await call('POST /v1/sessions/new/messages', { body: { messages: asked } });
    const { body } = await call('POST /v1/sessions/new/prepare', { body: {} });
    expect(JSON.stringify(body.messages)).toContain('8471');
  });

  it('are not there without a memory', async () => {
    const { call } = await createTestServer();
    const answer = await call('GET /v1/memories');
    expect([answer.status, answer.body.error.code]).toEqual([404, 'no_memory']);
  });
});
