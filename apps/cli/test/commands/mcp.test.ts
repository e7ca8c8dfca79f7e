import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/files/session-store.js';
import { runCli } from '../support/run-cli.js';
import { bin, startCli } from '../support/spawn-cli.js';
import { exchangeOf, storeSessions } from '../support/stored-sessions.js';
import { temporaryFolder } from '../support/temporary-folder.js';

async function connect(cwd: string, ...args: string[]) {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', ...args],
    cwd,
    env: { HOME: cwd },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const outside: Error[] = [];
  Object.assign(client, { onerror: (error: Error) => outside.push(error) });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const use = async (name: string, input: Record<string, unknown> = {}) => {
    const { isError, content } = (await client.callTool({ name, arguments: input })) as {
      isError?: boolean;
      content: { text: string }[];
    };
    const text = content[0]?.text ?? '';
    return isError === true ? { error: text } : (JSON.parse(text) as Record<string, unknown>);
  };
  const names = (await client.listTools()).tools.map(({ name }) => name);
  return { client, use, names, stderr: () => stderr, outside };
}

async function setUp(): Promise<string> {
  const cwd = temporaryFolder();
  const entries = Array.from({ length: 30 }, (_, page) =>
    exchangeOf(`Which port has page ${page}?`, `Page ${page} has port ${8000 + page}.`),
  ).flat();
  await storeSessions(cwd, [{ id: 'ports', agent: 'coder', title: 'Ports', entries }]);
  await runCli(['memory', 'write', 'staging', 'port', '8471'], { cwd });
  return cwd;
}

/** Every file below a folder with the hash of its bytes. */
function bytesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((file) => file.isFile() && !/-(?:wal|shm)$/.test(file.name))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

test('an agent finds a message of an old session, opens it, and changes nothing', async () => {
  const cwd = await setUp();
  const before = bytesIn(cwd);
  const { client, use, names, outside, stderr } = await connect(cwd);
  expect(names).toContain('memory_search');
  expect(names.filter((name) => /write|create|delete|add/.test(name))).toEqual([]);
  expect(await use('sessions_list')).toMatchObject({ sessions: [{ id: 'ports', messages: 60 }] });
  const { hits } = await use('history_search', { query: 'port 8012' });
  expect((hits as object[])[0]).toMatchObject({ session_id: 'ports', title: 'Ports', seq: 25 });
  const opened = await use('history_expand', { session_id: 'ports', entries: [25] });
  expect(JSON.stringify(opened)).toContain('Page 12 has port 8012.');
  expect(await use('session_context', { session_id: 'ports' })).toHaveProperty('state.window');
  expect(JSON.stringify(await use('memory_recall', { entity: 'staging' }))).toContain('8471');
  expect(await use('history_expand', { session_id: 'nobody', entries: [1] })).toHaveProperty(
    'error',
    expect.stringContaining('nobody'),
  );
  await client.close();
  expect([outside, stderr()]).toEqual([[], '']);
  expect(bytesIn(cwd)).toEqual(before);
});

test('an agent finds a message of an imported session', async () => {
  const cwd = temporaryFolder();
  const lines = ['Which colour has the sidebar?', 'The sidebar is teal.'].map((content, index) => ({
    type: index === 0 ? 'user' : 'assistant',
    uuid: `u-${index}`,
    parentUuid: index === 0 ? null : 'u-0',
    sessionId: 'sidebar',
    cwd: '/home/u/shop',
    timestamp: `2026-11-22T10:30:0${index}.000Z`,
    message: { role: index === 0 ? 'user' : 'assistant', content },
  }));
  writeFileSync(join(cwd, 'old.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  await runCli(['import', 'old.jsonl'], { cwd });
  const { use } = await connect(cwd);
  const { hits } = await use('history_search', { query: 'teal sidebar' });
  const [{ session_id: id, seq } = {}] = hits as { session_id?: string; seq?: number }[];
  const { messages } = await use('history_expand', { session_id: id, entries: [seq] });
  expect(messages).toMatchObject([
    { role: 'assistant', text: 'The sidebar is teal.', created_at: '2026-11-22T10:30:01.000Z' },
  ]);
});

test('a session is read from its beginning to its end', async () => {
  const { use } = await connect(await setUp());
  const seqs: number[] = [];
  for (let from: number | undefined = 0; from !== undefined;) {
    const page = await use('history_read', { session_id: 'ports', from, limit: 25 });
    for (const { seq } of page['messages'] as { seq: number }[]) seqs.push(seq);
    from = page['next_from'] as number | undefined;
  }
  expect(seqs).toEqual(Array.from({ length: 60 }, (_, seq) => seq));
});

test('the memory of every agent is read, each hit with its agent, or that of one', async () => {
  const cwd = await setUp();
  await runCli(['memory', 'write', 'heron', 'port', '4711', '--agent', 'coder'], { cwd });
  await runCli(['memory', 'write', 'heron', 'port', '4712'], { cwd });
  const { use } = await connect(cwd);
  const { hits } = await use('memory_search', { query: 'port of heron' });
  const texts = (hits as { agent: string; text: string }[]).map(
    ({ agent, text }) => `${agent}: ${text}`,
  );
  expect(texts).toContainEqual(expect.stringMatching(/^coder: .*4711/));
  expect(texts).toContainEqual(expect.stringMatching(/^assistant: .*4712/));
  expect(await use('memory_recall', { entity: 'heron' })).toMatchObject({
    entity: { agent: 'assistant' },
    of_other_agents: [{ agent: 'coder' }],
  });
  expect(JSON.stringify(await use('read_graph'))).toMatch(/4711.*4712|4712.*4711/);
  const one = await connect(cwd, '--agent', 'coder');
  expect(JSON.stringify(await one.use('memory_search', { query: 'port of heron' }))).not.toContain(
    '4712',
  );
});

test('with --write the agent remembers what later sessions read', async () => {
  const cwd = temporaryFolder();
  const { client, use } = await connect(cwd, '--write');
  await use('memory_write', { subject: 'heron', predicate: 'port', object: '4711' });
  await client.close();
  const { stdout } = await runCli(['memory', 'recall', 'heron'], { cwd });
  expect(stdout).toContain('4711');
});

test.each(['jsonl', 'sqlite'] as const)(
  'sessions that are stored as %s after its start are found, and nothing is made before',
  async (kind) => {
    const cwd = temporaryFolder();
    const { use } = await connect(cwd);
    expect(await use('sessions_list')).toEqual({ sessions: [] });
    expect(readdirSync(cwd)).toEqual([]);
    const store = await openStore({ kind, directory: join(cwd, '.everlong') });
    const { id } = await store.createSession({ agent: 'coder' });
    await store.append(id, exchangeOf('Port?', '9000'));
    await store.close();
    const found = await use('history_search', { query: '9000' });
    expect(found).toMatchObject({ hits: [{ session_id: id }] });
  },
);

test.each(['SIGINT', 'SIGTERM', 'end of stdin'])('%s ends it cleanly', async (how) => {
  const cwd = await setUp();
  const { child, result, shows } = startCli(['mcp'], { cwd, open: true });
  const params = { protocolVersion: '2025-06-18', capabilities: {} };
  const clientInfo = { name: 'test', version: '1' };
  const opening = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { ...params, clientInfo },
  };
  child.stdin?.write(`${JSON.stringify(opening)}\n`);
  await shows('serverInfo');
  if (how === 'end of stdin') child.stdin?.end();
  else child.kill(how as NodeJS.Signals);
  const { stdout, stderr, code } = await result;
  expect([stderr, code]).toEqual(['', 0]);
  expect(stdout.trim().split('\n')).toHaveLength(1);
});

test('a message that is far too long ends it with an error, and stdout stays clean', async () => {
  const { child, result } = startCli(['mcp'], { cwd: await setUp(), open: true });
  // It leaves before it has read all of it.
  child.stdin?.on('error', () => {});
  child.stdin?.end(Buffer.alloc(20_000_000, 'a'));
  const { stdout, stderr, code } = await result;
  expect([stdout, code]).toEqual(['', 1]);
  expect(stderr).toContain('exceeded maximum size');
});
