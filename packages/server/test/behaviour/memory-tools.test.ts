import { createMemoryTools } from '@everlong/context/ai-sdk';
import { createMemory } from '@everlong/memory';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it, onTestFinished } from 'vitest';

import { fetchOf, memoryServer } from '../support/memory-server.js';
import { ADMIN_KEY, type TestServer } from '../support/test-server.js';

describe('the tools of memory over MCP', () => {
  async function connect(server: TestServer, key: string, agent = 'default') {
    const client = new Client({ name: 'test', version: '1' });
    const url = new URL(`http://server.test/mcp?agent=${agent}`);
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(
      new StreamableHTTPClientTransport(url, { fetch: fetchOf(server), requestInit }),
    );
    const use = async (name: string, input: Record<string, unknown> = {}) => {
      const answer = (await client.callTool({ name, arguments: input })) as {
        isError?: boolean;
        structuredContent?: Record<string, unknown>;
        content: { text: string }[];
      };
      const text = answer.content[0]?.text ?? '';
      return answer.isError === true
        ? { error: text }
        : (answer.structuredContent ?? (JSON.parse(text) as Record<string, unknown>));
    };
    const names = (await client.listTools()).tools.map(({ name }) => name);
    return { use, names, client };
  }

  it('write, search and recall', async () => {
    const server = await memoryServer();
    const { use } = await connect(server, ADMIN_KEY);
    const written = await use('memory_write', {
      subject: 'staging',
      predicate: 'port',
      object: '8471',
    });
    expect(written).toMatchObject({ memory: { value: '8471', trust: 'assistant' } });
    const found = JSON.stringify(await use('memory_search', { query: 'port of staging' }));
    expect(found).toContain('8471');
    expect(found).toContain('breakdown');
    expect(await use('memory_recall', { entity: 'Staging' })).toMatchObject({
      entity: { memories: [{ value: '8471' }] },
    });
    expect(await use('memory_recall', { entity: 'nobody' })).toEqual({ entity: null });
    const moved = { subject: 'staging', predicate: 'port', replaces_older: true };
    await use('memory_write', { ...moved, object: '9090' });
    const { entity } = await use('memory_recall', { entity: 'staging' });
    expect(entity).toMatchObject({ memories: [{ value: '9090', cardinality: 'one' }] });
    const since = { subject: 'Ada', predicate: 'lives in', valid_from: '2026-05-01' };
    expect(await use('memory_write', { ...since, object: 'Ulm' })).toMatchObject({
      memory: { valid_from: expect.stringMatching(/^2026-05-01/) },
    });
  });

  it('are not those of the default agent where the parameter is misspelt or repeated', async () => {
    const { call } = await memoryServer();
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { accept: 'application/json, text/event-stream' };
    for (const [query, param] of [
      ['agnt=coder', 'agnt'],
      ['agent=a&agent=b', 'agent'],
    ]) {
      const answer = await call(`POST /mcp?${query}`, { body, headers });
      expect([answer.status, answer.body.error.param]).toEqual([400, param]);
    }
    expect((await call('POST /mcp?agent=coder', { body, headers })).status).toBe(200);
  });

  it('take what the tools of the AI SDK take', async () => {
    const server = await memoryServer();
    const { client } = await connect(server, ADMIN_KEY);
    const memory = await createMemory({ path: ':memory:' });
    onTestFinished(() => memory.close());
    const ours = createMemoryTools({ memory, scope: 'agent' });
    const { tools } = await client.listTools();
    for (const [name, { inputSchema }] of Object.entries(ours)) {
      const theirs = tools.find((tool) => tool.name === name)?.inputSchema.properties;
      expect([name, Object.keys(theirs ?? {})]).toEqual([name, Object.keys(inputSchema.shape)]);
    }
  });

  it('refuse arguments that they do not have', async () => {
    const server = await memoryServer();
    const { use, client } = await connect(server, ADMIN_KEY);
    const misspelt = await use('memory_write', { subject: 'staging', value: 'x' });
    expect(misspelt['error']).toContain('no argument "value"');
    expect(misspelt['error']).toContain('subject, predicate, object, valid_from, replaces_older');
    for (const { name } of (await client.listTools()).tools) {
      expect([name, await use(name, { sesion: 'q1' })]).toEqual([
        name,
        { error: expect.stringContaining('no argument "sesion"') },
      ]);
    }
  });

  it('have the nine of the official memory server', async () => {
    const server = await memoryServer();
    const { use } = await connect(server, ADMIN_KEY);
    const ada = { name: 'Ada', entityType: 'person', observations: ['likes tea', 'plays chess'] };
    const acme = { name: 'Acme', entityType: 'company', observations: [] };
    const works = { from: 'Ada', to: 'Acme', relationType: 'works at' };
    expect(await use('create_entities', { entities: [ada, acme, ada] })).toEqual({
      entities: [ada, acme],
    });
    expect(await use('create_entities', { entities: [ada] })).toEqual({ entities: [] });
    expect(await use('create_relations', { relations: [works] })).toEqual({ relations: [works] });
    expect(await use('create_relations', { relations: [works] })).toEqual({ relations: [] });
    const contents = ['likes tea', 'speaks French'];
    expect(
      await use('add_observations', { observations: [{ entityName: 'Ada', contents }] }),
    ).toEqual({ results: [{ entityName: 'Ada', addedObservations: ['speaks French'] }] });
    const unknown = { observations: [{ entityName: 'Bob', contents }] };
    expect((await use('add_observations', unknown))['error']).toContain('Bob not found');
    const all = { ...ada, observations: [...ada.observations, 'speaks French'] };
    const graph = { entities: [all, acme], relations: [works] };
    expect(await use('read_graph')).toEqual(graph);
    expect(await use('search_nodes', { query: 'FRENCH' })).toEqual({ ...graph, entities: [all] });
    expect(await use('open_nodes', { names: ['Acme'] })).toEqual({ ...graph, entities: [acme] });
    const deletions = [{ entityName: 'Ada', observations: ['plays chess', 'nothing'] }];
    expect(await use('delete_observations', { deletions })).toMatchObject({ success: true });
    expect(await use('delete_relations', { relations: [works] })).toMatchObject({ success: true });
    expect(await use('read_graph')).toEqual({
      entities: [{ ...ada, observations: ['likes tea', 'speaks French'] }, acme],
      relations: [],
    });
    await use('create_relations', { relations: [works] });
    await use('delete_entities', { entityNames: ['Ada'] });
    expect(await use('read_graph')).toEqual({ entities: [acme], relations: [] });
    expect(await use('create_entities', { entities: [ada] })).toEqual({ entities: [ada] });
    expect((await use('open_nodes', { names: ['Ada'] }))['entities']).toEqual([ada]);
  });

  it('are for the agent that is named, and write with keys that may', async () => {
    const server = await memoryServer();
    const { use } = await connect(server, ADMIN_KEY, 'coder');
    await use('memory_write', { subject: 'staging', object: 'is down' });
    const other = await connect(server, ADMIN_KEY);
    expect(await other.use('read_graph')).toEqual({ entities: [], relations: [] });
    const stranger = await connect(server, await server.keyFor('acme'), 'coder');
    expect(await stranger.use('read_graph')).toEqual({ entities: [], relations: [] });
    const reader = await connect(server, await server.keyFor('default', 'read'), 'coder');
    expect(reader.names.filter((name) => /write|create|add|delete/.test(name))).toEqual([]);
    expect(JSON.stringify(await reader.use('read_graph'))).toContain('is down');
  });
});
