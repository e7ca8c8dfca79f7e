import { existsSync, linkSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ConfigError, createMemoryStore, StoreConflictError } from '@everlong/core';
import { createSqliteStore } from '@everlong/store-sqlite';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';

import { createMemoryState } from '../../src/index.js';
import { createSqliteState, realFile } from '../../src/node.js';
import { createTestServer } from '../support/test-server.js';

const message = { messages: [{ role: 'user', content: 'hello' }] };

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'everlong-storage-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it.each<[what: string, error: Error]>([
  [
    'a full disk',
    new ConfigError(
      'Cannot use /srv/s.db: full',
      Object.assign(new Error('full'), { code: 'SQLITE_FULL' }),
    ),
  ],
  [
    'a lock that another program holds',
    new StoreConflictError(
      '/srv/s.db has been locked',
      Object.assign(new Error(), { code: 'SQLITE_BUSY_SNAPSHOT' }),
    ),
  ],
  ['an error of the system', Object.assign(new Error('/srv/s.db'), { code: 'ENOSPC' })],
])(
  '%s is told as the server’s failure, to be tried again, without a path',
  async (_what, error) => {
    const store = createMemoryStore();
    let isBroken = false;
    const broken = {
      ...store,
      append: (...input: Parameters<typeof store.append>) =>
        isBroken ? Promise.reject(error) : store.append(...input),
    };
    const { call } = await createTestServer({
      store: { ...broken, forTenant: () => broken },
    });
    await call('POST /v1/sessions', { body: { id: 's' } });
    expect((await call('GET /readyz')).status).toBe(200);
    isBroken = true;
    const { status, body, headers, text } = await call('POST /v1/sessions/s/messages', {
      body: message,
    });
    expect([status, body.error.code]).toEqual([503, 'storage_unavailable']);
    expect([headers.get('retry-after'), headers.get('x-should-retry')]).toEqual(['5', 'true']);
    expect(text).not.toContain('/srv');
    expect((await call('GET /readyz')).status).toBe(503);
    expect((await call('GET /livez')).status).toBe(200);
  },
);

it('a mistake of the client stays one', async () => {
  const { call } = await createTestServer();
  expect((await call('POST /v1/sessions', { body: { policy: 'none' } })).status).toBe(400);
  expect((await call('GET /readyz')).status).toBe(200);
});

it("the server's own full state is an error that names its file", async () => {
  const path = join(temporaryFolder(), 'full.db');
  const state = createSqliteState({ path });
  onTestFinished(() => state.close());
  const other = new BetterSqlite3(path, { timeout: 0 });
  other.exec('DROP TABLE documents');
  other.close();
  const insert = state.insert({ tenant: 't', kind: 'key', id: 'k' }, {});
  await expect(insert).rejects.toSatisfy(ConfigError.isInstance);
  await expect(insert).rejects.toThrow(path);
});

it('a message is found by its id while another program holds the write lock', async () => {
  const path = join(temporaryFolder(), 's.db');
  const store = createSqliteStore({ path, busyTimeoutMs: 600_000 });
  const { call } = await createTestServer({ store });
  await call('POST /v1/sessions', { body: { id: 's' } });
  const messages = ['a', 'b'].map((id) => ({ id, ...message.messages[0] }));
  await call('POST /v1/sessions/s/messages', { body: { messages } });
  const other = new BetterSqlite3(path, { timeout: 0 });
  other.exec('BEGIN IMMEDIATE');
  // It waits for the lock, and no look-up waits for it.
  const append = call('POST /v1/sessions/s/messages', { body: message });
  expect((await call('GET /v1/sessions/s/messages/a')).body.id).toBe('a');
  expect((await call('GET /v1/sessions/s/messages/gone')).status).toBe(404);
  expect((await call('GET /v1/sessions/s/messages?after=a')).body.data).toHaveLength(1);
  other.exec('COMMIT');
  other.close();
  expect((await append).status).toBe(201);
  await store.close();
});

it('a second server is refused on the same file, by whichever path', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.db');
  expect(realFile(path)).toBe(path);
  const state = createSqliteState({ path });
  const [link, hardLink] = [join(folder, 'link.db'), join(folder, 'hard.db')];
  symlinkSync(path, link);
  expect(realFile(link)).toBe(realFile(path));
  expect(() => createSqliteState({ path: link })).toThrow('Another server process');
  expect(existsSync(`${link}-lock`)).toBe(false);
  linkSync(path, hardLink);
  expect(() => createSqliteState({ path: hardLink })).toThrow('several hard links');
  return state.close();
});

it('two servers on one file of sessions answer alike, and lose nothing', async () => {
  const path = join(temporaryFolder(), 's.db');
  const servers = await Promise.all(
    [0, 1].map(async () => {
      const store = createSqliteStore({ path });
      onTestFinished(() => store.close());
      return createTestServer({ store, state: createMemoryState() });
    }),
  );
  await servers[0]?.call('POST /v1/sessions', { body: { id: 's', context_window: 4000 } });
  const said = Array.from({ length: 60 }, async (_, index) => {
    const { call } = servers[index % 2] as (typeof servers)[0];
    const content = `message ${index} ${'word '.repeat(40)}`;
    const body = { messages: [{ id: `m${index}`, role: 'user', content }] };
    const added = await call('POST /v1/sessions/s/messages', { body });
    const prepared = await call('POST /v1/sessions/s/prepare', { body: {} });
    return [added.status, prepared.status];
  });
  const statuses = (await Promise.all(said)).flat();
  expect(new Set(statuses)).toEqual(new Set([201, 200]));
  const pages = await Promise.all(
    servers.map(({ call }) => call('GET /v1/sessions/s/messages?limit=100')),
  );
  expect(pages[0]?.body).toEqual(pages[1]?.body);
  expect(pages[0]?.body.data.map(({ seq }: { seq: number }) => seq)).toEqual(
    Array.from({ length: 60 }, (_, seq) => seq),
  );
});
