import { readdirSync } from 'node:fs';
import { type Store } from '@everlong/core';
import { createJsonlStore } from '@everlong/store-jsonl';
import { createSqliteStore } from '@everlong/store-sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { setUpChat } from '../support/chat-setup.js';
import { runCli } from '../support/run-cli.js';
import { startCli } from '../support/spawn-cli.js';
import { exchangeOf, storeSessions } from '../support/stored-sessions.js';
import { temporaryFolder } from '../support/temporary-folder.js';

function open(folder: string, kind: string): Store {
  const store =
    kind === 'jsonl'
      ? createJsonlStore({ directory: `${folder}/sessions` })
      : createSqliteStore({ path: `${folder}/sessions.db` });
  onTestFinished(() => store.close());
  return store;
}

async function listOf<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = [];
  for await (const value of values) list.push(value);
  return list;
}

/** All that a store says of its sessions. */
async function contentOf(store: Store): Promise<unknown[]> {
  const sessions = await store.listSessions();
  return Promise.all(
    sessions.map(async (info) => ({
      info,
      entries: await listOf(store.read(info.id)),
      records: await listOf(store.readRecords(info.id)),
    })),
  );
}

/** A chat with a compaction and a rewind, and a session with bytes, an address and metadata. */
async function setUp(): Promise<string> {
  const { cwd, args } = await setUpChat([{ text: ['Noted.'] }]);
  const long = 'the host of staging '.repeat(600);
  const typed = [`My port is 8443, ${long}`, long, long, '/summarize', 'Not this one.', '/rewind'];
  await runCli([...args, '-i'], { cwd, input: `${typed.join('\n')}\n/quit\n` });
  const store = open(`${cwd}/.everlong`, 'jsonl');
  const { id } = await store.createSession({ agent: 'coder', title: 'Art', metadata: { a: [1] } });
  const data = Uint8Array.from({ length: 5000 }, (_, index) => index % 251);
  const image = { type: 'file' as const, mediaType: 'image/png', data };
  const linked = { ...image, data: new URL('https://example.com/a.png') };
  const content = [{ type: 'text' as const, text: 'Look' }, image, linked];
  const usage = { inputTokens: 3, outputTokens: 4 };
  await store.append(id, [
    { message: { role: 'user', content }, createdAt: '2024-03-01T10:00:00.000Z' },
    { message: { role: 'assistant', content: 'Nice.' }, model: 'x/y', usage },
  ]);
  const other = await store.forTenant('Acme').createSession({ agent: 'bot' });
  await store.forTenant('Acme').append(other.id, exchangeOf('Whose?', 'Ours.'));
  return cwd;
}

test('sessions move to SQLite and back, the same in everything', async () => {
  const cwd = await setUp();
  const before = open(`${cwd}/.everlong`, 'jsonl');
  const there = await runCli(['migrate', 'sqlite', '--json'], { cwd });
  expect(JSON.parse(there.stdout)).toMatchObject({ sessions: 3, unreadable: [] });
  const database = open(`${cwd}/.everlong`, 'sqlite');
  expect(await contentOf(database)).toEqual(await contentOf(before));
  const acme = await contentOf(before.forTenant('Acme'));
  expect(acme).toHaveLength(1);
  expect(await contentOf(database.forTenant('Acme'))).toEqual(acme);
  const back = await runCli(['migrate', 'jsonl', '--to', 'copy'], { cwd });
  expect([back.code, back.stdout]).toEqual([0, expect.stringContaining('3 sessions')]);
  const copy = open(`${cwd}/copy`, 'jsonl');
  expect(await contentOf(copy)).toEqual(await contentOf(before));
  expect(await contentOf(copy.forTenant('Acme'))).toEqual(acme);
});

test('what is there already is compared and not copied again; what is new is added', async () => {
  const cwd = await setUp();
  await runCli(['migrate', 'sqlite'], { cwd });
  const again = await runCli(['migrate', 'sqlite', '--json'], { cwd });
  expect(JSON.parse(again.stdout)).toMatchObject({ sessions: 3, entries: 0, records: 0 });
  const store = open(`${cwd}/.everlong`, 'jsonl');
  const [newest] = await store.listSessions();
  const id = newest?.id ?? '';
  await store.append(id, exchangeOf('More?', 'Yes.'));
  await storeSessions(cwd, [{ agent: 'late', entries: exchangeOf('New?', 'Yes.') }]);
  const more = await runCli(['migrate', 'sqlite', '--json'], { cwd });
  expect(JSON.parse(more.stdout)).toMatchObject({ sessions: 4, entries: 4, records: 0 });
  expect(await contentOf(open(`${cwd}/.everlong`, 'sqlite'))).toEqual(await contentOf(store));
});

test.each(['SIGINT', 'SIGKILL'] as const)('after %s it goes on where it was', async (signal) => {
  const cwd = temporaryFolder();
  const entries = Array.from({ length: 2000 }, (_, at) => exchangeOf(`Q${at}`, `A${at}`)).flat();
  await storeSessions(cwd, [{ id: 'long', agent: 'a', entries }]);
  const { child, result } = startCli(['migrate', 'sqlite'], { cwd, open: true });
  const target = open(`${cwd}/.everlong`, 'sqlite');
  const copied = async (): Promise<number> =>
    (await target.listSessions()).reduce((sum, { entryCount }) => sum + entryCount, 0);
  while ((await copied()) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  child.kill(signal);
  const { code, stderr } = await result;
  const part = await copied();
  if (signal === 'SIGINT' && part < entries.length) {
    expect([code, stderr]).toEqual([130, expect.stringContaining('Run the same command again')]);
  }
  const { stdout } = await runCli(['migrate', 'sqlite', '--json'], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ sessions: 1, entries: entries.length - part });
  expect(await contentOf(target)).toEqual(await contentOf(open(`${cwd}/.everlong`, 'jsonl')));
});

test('a target with something else is refused, and stays as it is', async () => {
  const cwd = temporaryFolder();
  await storeSessions(cwd, [{ id: 'one', agent: 'a', entries: exchangeOf('Port?', '8443') }]);
  const target = open(`${cwd}/.everlong`, 'sqlite');
  const { id } = await target.createSession({ id: 'mine', agent: 'a' });
  const strange = await runCli(['migrate', 'sqlite'], { cwd });
  expect([strange.code, strange.stderr]).toEqual([4, expect.stringContaining('"mine"')]);
  await target.deleteSession(id);
  await runCli(['migrate', 'sqlite'], { cwd });
  await target.append('one', exchangeOf('And?', 'More.'));
  const before = await contentOf(target);
  const later = await runCli(['migrate', 'sqlite'], { cwd });
  expect([later.code, later.stderr]).toEqual([4, expect.stringContaining('went on there')]);
  expect(await contentOf(target)).toEqual(before);
});

test('entries that differ are named', async () => {
  const cwd = temporaryFolder();
  const entries = exchangeOf('Port?', '8443').map((entry, at) => ({ ...entry, id: `e${at}` }));
  await storeSessions(cwd, [{ id: 'one', agent: 'a', entries }]);
  await runCli(['migrate', 'sqlite'], { cwd });
  const source = open(`${cwd}/.everlong`, 'jsonl');
  const { createdAt } = await source.getSession('one');
  await source.deleteSession('one');
  const same = createJsonlStore({
    directory: `${cwd}/.everlong`,
    clock: () => Date.parse(createdAt),
  });
  await same.createSession({ id: 'one', agent: 'a' });
  await same.close();
  await source.append(
    'one',
    exchangeOf('Port?', '9000').map((entry, at) => ({ ...entry, id: `e${at}` })),
  );
  const { code, stderr } = await runCli(['migrate', 'sqlite'], { cwd });
  expect([code, stderr]).toEqual([4, expect.stringMatching(/"one", entry \d/)]);
});

test('nothing to copy is said, and nothing is made', async () => {
  const cwd = temporaryFolder();
  const { code, stderr } = await runCli(['migrate', 'sqlite'], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining('There are no sessions in')]);
  expect(readdirSync(cwd)).toEqual([]);
  expect((await runCli(['migrate', 'sqlit'], { cwd })).stderr).toContain('jsonl, sqlite');
});
