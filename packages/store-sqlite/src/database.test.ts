import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  ConfigError,
  CorruptRecordError,
  StoreConflictError,
  UnsupportedFormatError,
} from '@everlong/core';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import * as schema from './schema.js';
import { createSqliteStore } from './sqlite-store.js';

let directory: string;
let path: string;
let raw: Database | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'everlong-sqlite-'));
  path = join(directory, 'sessions.db');
});

afterEach(() => {
  raw?.close();
  raw = undefined;
  rmSync(directory, { recursive: true, force: true });
});

function openRaw(): Database {
  raw = new BetterSqlite3(path, { timeout: 0 });
  return raw;
}

async function texts(store: ReturnType<typeof createSqliteStore>): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const entry of store.read('one')) list.push(entry.message.content);
  return list;
}

async function openWithEntries(count: number, options: object = {}) {
  const store = createSqliteStore({ path, ...options });
  await store.createSession({ id: 'one', agent: 'agent' });
  for (let seq = 0; seq < count; seq++) {
    await store.append('one', [{ message: { role: 'user', content: `text ${seq}` } }]);
  }
  return store;
}

describe('opening', () => {
  it('makes the folders of the path', async () => {
    path = join(directory, 'a', 'b', 'sessions.db');
    const store = await openWithEntries(1);
    expect(await texts(store)).toEqual(['text 0']);
    await store.close();
  });

  it('uses a write-ahead log and full durability', async () => {
    const store = await openWithEntries(0);
    expect(openRaw().pragma('journal_mode', { simple: true })).toBe('wal');
    await store.close();
  });

  it.each<[string, () => string]>([
    ['a folder', () => directory],
    [
      'below a file',
      () => {
        writeFileSync(join(directory, 'file'), '');
        return join(directory, 'file', 'sessions.db');
      },
    ],
    [
      'a file of something else',
      () => {
        writeFileSync(path, 'not a database, and long enough to be read as one'.repeat(20));
        return path;
      },
    ],
    [
      'a database with other tables of these names',
      () => {
        openRaw().exec('CREATE TABLE sessions (colour TEXT)');
        return path;
      },
    ],
  ])('names a path that is %s', (_name, makePath) => {
    path = makePath();
    expect(() => createSqliteStore({ path })).toThrow(ConfigError);
    expect(() => createSqliteStore({ path })).toThrow(path);
  });

  it('leaves a database alone that it cannot use', () => {
    openRaw().exec('CREATE TABLE sessions (colour TEXT)');
    expect(() => createSqliteStore({ path })).toThrow(ConfigError);
    const tables = raw?.prepare('SELECT name FROM sqlite_schema').pluck().all();
    expect(tables).toEqual(['sessions']);
  });

  it('refuses a database that a newer version has changed', async () => {
    await (await openWithEntries(0)).close();
    openRaw().exec(`INSERT INTO everlong_migrations VALUES (${Date.now() * 2}, '9999_future')`);
    expect(() => createSqliteStore({ path })).toThrow(UnsupportedFormatError);
    expect(() => createSqliteStore({ path })).toThrow(/newer everlong.*Update/);
  });
});

describe('the schema', () => {
  it('describes the tables that the migrations make', async () => {
    await (await openWithEntries(0)).close();
    const database = openRaw();
    for (const table of Object.values(schema)) {
      const columns = database
        .prepare<[string], { name: string; notnull: number }>(
          'SELECT name, "notnull" FROM pragma_table_xinfo(?) ORDER BY name',
        )
        .all(getTableName(table));
      const described = Object.values(getTableColumns(table))
        .map((column) => ({ name: column.name, notnull: Number(column.notNull) }))
        .toSorted((left, right) => (left.name < right.name ? -1 : 1));
      expect(columns).toEqual(described);
    }
  });
});

describe('several connections', () => {
  it('reads while another one writes', async () => {
    const store = await openWithEntries(2);
    openRaw().exec('BEGIN IMMEDIATE');
    expect(await texts(store)).toEqual(['text 0', 'text 1']);
    expect((await store.getSession('one')).entryCount).toBe(2);
    await store.close();
  });

  it('finds what is stored by its id while another one writes, or says that it is not', async () => {
    const store = await openWithEntries(0);
    const [entry] = await store.append('one', [
      { id: 'a', message: { role: 'user', content: 'a' } },
    ]);
    openRaw().exec('BEGIN IMMEDIATE');
    const look = (id: string) =>
      store.append('one', [{ id, message: { role: 'user', content: '' } }], { expectedSeq: 0 });
    expect(await look('a')).toEqual([entry]);
    await expect(look('b')).rejects.toSatisfy(StoreConflictError.isInstance);
    await expect(look('b')).rejects.toThrow('1 entr');
    await store.close();
  });

  it('waits for the lock without blocking the process, and keeps the order', async () => {
    const store = await openWithEntries(0, { busyTimeoutMs: 600_000 });
    openRaw().exec('BEGIN IMMEDIATE');
    const say = (content: string) => store.append('one', [{ message: { role: 'user', content } }]);
    const appends = ['a', 'b', 'c'].map(say);
    await new Promise((resolve) => setTimeout(resolve, 60));
    raw?.exec('COMMIT');
    appends.push(say('d'));
    const stored = await Promise.all(appends);
    expect(stored.flat().map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
    expect(await texts(store)).toEqual(['a', 'b', 'c', 'd']);
    await store.close();
  });

  it('is closed after what was begun', async () => {
    const store = await openWithEntries(0, { busyTimeoutMs: 5000 });
    openRaw().exec('BEGIN IMMEDIATE');
    const append = store.append('one', [{ message: { role: 'user', content: 'late' } }]);
    const closed = store.close();
    raw?.exec('COMMIT');
    expect(await append).toHaveLength(1);
    await closed;
    const after = store.append('one', [{ message: { role: 'user', content: 'later' } }]);
    await expect(after).rejects.toSatisfy(ConfigError.isInstance);
  });

  it('says that another one holds the lock for too long', async () => {
    const store = await openWithEntries(1, { busyTimeoutMs: 20 });
    openRaw().exec('BEGIN IMMEDIATE');
    const append = store.append('one', [{ message: { role: 'user', content: 'late' } }]);
    await expect(append).rejects.toSatisfy(StoreConflictError.isInstance);
    await expect(append).rejects.toThrow(path);
    raw?.exec('ROLLBACK');
    expect(await texts(store)).toEqual(['text 0']);
    await store.close();
  });
});

describe('damage', () => {
  it('in a row is named by table and row, and the others stay readable', async () => {
    const store = await openWithEntries(3);
    openRaw().exec(`UPDATE entries SET message = '{"role":"us' WHERE seq = 1`);
    await expect(texts(store)).rejects.toSatisfy(CorruptRecordError.isInstance);
    await expect(texts(store)).rejects.toThrow(/table entries, row \d+ \(session one, seq 1\)/);
    const kept: number[] = [];
    for await (const entry of store.read('one', { from: 2 })) kept.push(entry.seq);
    expect(kept).toEqual([2]);
    await store.append('one', [{ message: { role: 'user', content: 'goes on' } }]);
    expect(await store.search('goes')).toHaveLength(1);
    await store.close();
  });

  it('in a record and in a session is named too', async () => {
    const store = await openWithEntries(0);
    await store.appendRecord('one', { type: 'pin', seq: 0, pinned: true });
    openRaw().exec(`UPDATE records SET record = '{'; UPDATE sessions SET metadata = '['`);
    await expect(store.readRecords('one')[Symbol.asyncIterator]().next()).rejects.toThrow(
      /table records, row \d+ \(session one, recordSeq 0\)/,
    );
    await expect(store.getSession('one')).rejects.toThrow(
      /table sessions, row \d+ \(session one\)/,
    );
    await store.close();
  });

  it('of missing media is named where the entry is', async () => {
    const store = await openWithEntries(0);
    const data = new Uint8Array(5000).fill(7);
    const file = { type: 'file' as const, mediaType: 'image/png', data };
    await store.append('one', [{ message: { role: 'user', content: [file] } }]);
    openRaw().exec('DELETE FROM media');
    await expect(texts(store)).rejects.toThrow(/table entries, row.*table media/);
    await store.close();
  });

  it('of the file itself is an error that names it', async () => {
    await (await openWithEntries(200)).close();
    const database = openRaw();
    const page = database
      .prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'")
      .pluck()
      .get();
    const pageSize = database.pragma('page_size', { simple: true }) as number;
    database.close();
    const bytes = readFileSync(path);
    bytes.fill(255, ((page ?? 0) - 1) * pageSize, (page ?? 0) * pageSize);
    writeFileSync(path, bytes);
    const store = createSqliteStore({ path });
    await expect(texts(store)).rejects.toSatisfy(CorruptRecordError.isInstance);
    await expect(texts(store)).rejects.toThrow(path);
    await store.close();
  });
});

describe('a full session', () => {
  it('refuses more instead of running into the next one', async () => {
    const store = await openWithEntries(1);
    await store.createSession({ id: 'two', agent: 'agent' });
    await store.append('two', [{ message: { role: 'user', content: 'two' } }]);
    openRaw().exec('UPDATE entries SET key = (1 << 26) + 67108863 WHERE session_key = 1');
    const append = store.append('one', [{ message: { role: 'user', content: 'too much' } }]);
    await expect(append).rejects.toSatisfy(ConfigError.isInstance);
    expect((await store.getSession('one')).entryCount).toBe(2 ** 26);
    expect((await store.getSession('two')).entryCount).toBe(1);
    await store.close();
  });
});

describe('media', () => {
  it('are kept once however often messages hold them', async () => {
    const store = await openWithEntries(0);
    const data = new Uint8Array(5000).fill(7);
    const message = {
      role: 'user' as const,
      content: [{ type: 'file' as const, mediaType: 'image/png', data }],
    };
    await store.append('one', [{ message }, { message }]);
    await store.append('one', [{ message }]);
    await store.putMedia('one', data, 'image/png');
    expect(openRaw().prepare('SELECT count(*) FROM media').pluck().get()).toBe(1);
    await store.close();
  });
});
