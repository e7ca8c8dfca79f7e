import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Entry } from '@everlong/core';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { examineSqliteStore } from '../../src/examine-sqlite-store.js';
import { createSqliteStore } from '../../src/sqlite-store.js';

let folder: string;
let path: string;
let before: Entry[];

async function readAll(): Promise<Entry[]> {
  const store = createSqliteStore({ path });
  const entries: Entry[] = [];
  for await (const entry of store.read('one')) entries.push(entry);
  await store.close();
  return entries;
}

async function examine(keepIn?: string) {
  const found = [];
  const options = { path, ...(keepIn === undefined ? {} : { keepIn }) };
  for await (const finding of examineSqliteStore(options)) found.push(finding);
  return found;
}

function damage(change: string | ((database: Database) => void)): void {
  const database = new BetterSqlite3(path);
  if (typeof change === 'string') database.exec(change);
  else change(database);
  database.close();
}

/** Finds it, changes nothing by looking, repairs it with the file kept, and finds nothing more. */
async function expectRepaired(kind: string, detail: RegExp): Promise<void> {
  const damaged = readFileSync(path);
  const finding = { kind, detail: expect.stringMatching(detail) };
  expect(await examine()).toMatchObject([{ ...finding, cure: 'repairable' }]);
  expect(readFileSync(path)).toEqual(damaged);
  const keepIn = join(folder, 'kept');
  expect(await examine(keepIn)).toMatchObject([{ ...finding, cure: 'repaired' }]);
  expect(await examine()).toEqual([]);
  expect(await readAll()).toEqual(before);
  expect(readdirSync(keepIn)).toContain('sessions.db');
}

async function expectNamed(...found: object[]): Promise<void> {
  const keepIn = join(folder, 'kept');
  expect(await examine(keepIn)).toMatchObject(found.map((each) => ({ cure: 'none', ...each })));
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'everlong-examine-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  path = join(folder, 'sessions.db');
  const store = createSqliteStore({ path });
  for (const id of ['one', 'two']) {
    await store.createSession({ id, agent: 'a' });
    const data = Uint8Array.from({ length: 3000 }, (_, index) => index % 256);
    const image = { type: 'file' as const, mediaType: 'image/png', data };
    await store.append(id, [
      { message: { role: 'user', content: [image] } },
      ...Array.from({ length: 300 }, (_, at) => ({
        message: { role: 'user' as const, content: `the port of page ${at}` },
      })),
    ]);
    const rewind = {
      type: 'rewind' as const,
      epoch: 1,
      previousEpoch: 0,
      fromSeq: 299,
      reason: '',
    };
    await store.appendRecord(id, rewind);
  }
  await store.search('port');
  await store.close();
  before = await readAll();
});

describe('what can be repaired', () => {
  it('nothing in a sound file', async () => {
    expect(await examine(join(folder, 'kept'))).toEqual([]);
    expect(readdirSync(folder)).toEqual(['sessions.db']);
  });

  it('a number of records that is wrong', async () => {
    damage("UPDATE sessions SET record_count = 0, epoch = 7 WHERE id = 'one'");
    await expectRepaired('count', /^1 records and epoch 1, not 0 and 7$/);
  });

  it('media that no message names', async () => {
    damage("INSERT INTO media VALUES (1, 'ab', 'image/png', x'00')");
    await expectRepaired('orphan', /no message names it/);
  });

  it('a search index that lacks entries', async () => {
    damage('DELETE FROM entry_search WHERE rowid & 67108863 = 5');
    await expectRepaired('index', /600 entries, and 602/);
    const store = createSqliteStore({ path });
    const [best] = await store.search('page 4', { sessionId: 'one', limit: 1 });
    expect(best).toMatchObject({ seq: 5 });
    await store.close();
  });

  it('an index that does not fit its table', async () => {
    damage((database) => {
      database.unsafeMode(true);
      database.pragma('writable_schema = ON');
      const hidden = "type = 'index' AND name = 'records_by_type'";
      const [row] = database.prepare(`SELECT * FROM sqlite_master WHERE ${hidden}`).all();
      database.exec(`DELETE FROM sqlite_master WHERE ${hidden}`);
      database.pragma('writable_schema = RESET');
      const record = `SELECT key + 1, type, replace(record, '"recordSeq":0', '"recordSeq":1') FROM records`;
      database.exec(`INSERT INTO records (key, type, record) ${record}`);
      database.exec('UPDATE sessions SET record_count = 2');
      database.pragma('writable_schema = ON');
      const { type, name, tbl_name, rootpage, sql } = row as Record<string, unknown>;
      database
        .prepare('INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)')
        .run(type, name, tbl_name, rootpage, sql);
    });
    await expectRepaired('index', /index/);
  });
});

describe('what cannot be repaired is named', () => {
  it('a row that is missing', async () => {
    damage('DELETE FROM entries WHERE key & 67108863 = 7 AND session_key = 1');
    const index = { kind: 'index', cure: 'repaired' };
    await expectNamed({ kind: 'damaged', sessionId: 'one', detail: 'item 7: no such row' }, index);
  });

  it('a message that cannot be read', async () => {
    damage("UPDATE entries SET message = '{' WHERE key & 67108863 = 7 AND session_key = 2");
    await expectNamed({
      kind: 'damaged',
      sessionId: 'two',
      detail: expect.stringMatching(/^item 7: /),
    });
  });

  it('bytes that are not those of their hash', async () => {
    damage("UPDATE media SET bytes = x'00' WHERE session_key = 1");
    await expectNamed({ kind: 'checksum', sessionId: 'one' });
  });

  it('bytes that are missing', async () => {
    damage('DELETE FROM media WHERE session_key = 1');
    await expectNamed({ kind: 'damaged', detail: expect.stringMatching(/^item 0: .*missing/) });
  });

  it('rows of a session that is gone', async () => {
    damage("DELETE FROM sessions WHERE id = 'two'");
    const found = await examine();
    expect(found.filter(({ cure }) => cure === 'none')).toMatchObject([
      { kind: 'orphan', place: 'table entries', detail: '301 rows of sessions that are gone' },
      { kind: 'orphan', place: 'table records' },
      { kind: 'orphan', place: 'table media' },
    ]);
  });

  it('a page of zeros', async () => {
    const bytes = readFileSync(path);
    const { size } = statSync(path);
    writeFileSync(path, bytes.fill(0, size - 4096 * 12, size - 4096 * 8));
    const found = await examine(join(folder, 'kept'));
    expect(found).toContainEqual(expect.objectContaining({ kind: 'damaged', cure: 'none' }));
  });

  it('a file that is no database', async () => {
    writeFileSync(
      path,
      'This is a text, long enough to be more than a header of a file. '.repeat(9),
    );
    await expectNamed({ kind: 'damaged', place: path });
  });
});
