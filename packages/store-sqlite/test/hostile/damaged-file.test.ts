import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  CorruptRecordError,
  EverlongError,
  SessionNotFoundError,
  type Store,
} from '@everlong/core';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createSqliteStore } from '../../src/sqlite-store.js';

let directory: string;
let path: string;
let store: Store;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'everlong-damage-'));
  path = join(directory, 'sessions.db');
  store = createSqliteStore({ path, synchronous: 'NORMAL' });
  await store.createSession({ id: 's', agent: 'agent' });
  for (let batch = 0; batch < 20; batch++) {
    const entries = Array.from({ length: 10 }, (_, index) => ({
      message: { role: 'user' as const, content: `text ${batch} ${index} ${'x'.repeat(200)}` },
    }));
    await store.append('s', entries);
  }
  await store.appendRecord('s', { type: 'pin', seq: 0, pinned: true });
  await store.appendRecord('s', { type: 'pin', seq: 1, pinned: true });
});

afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

async function drain(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const item of items) if (item !== undefined) count++;
  return count;
}

/** Changes the tables behind the store's back. */
function change(sql: string): void {
  const raw = new BetterSqlite3(path);
  raw.exec(sql);
  raw.close();
}

/** Every error that using a store at a path gives, opening it included. */
async function errorsOf(damaged: string): Promise<unknown[]> {
  try {
    const opened = createSqliteStore({ path: damaged });
    const calls = [
      () => drain(opened.read('s')),
      () => drain(opened.readRecords('s')),
      () => opened.search('text'),
      () => opened.append('s', [{ message: { role: 'user', content: 'more' } }]),
      () => opened.listSessions(),
    ];
    const results = [];
    for (const call of calls) results.push(...(await Promise.allSettled([call()])));
    await opened.close();
    return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  } catch (error) {
    return [error];
  }
}

describe('a damaged file', () => {
  it('cut anywhere, with its log beside it, gives errors of core only', async () => {
    await store.search('text');
    await store.close();
    store = createSqliteStore({ path });
    await store.append('s', [{ message: { role: 'user', content: 'in the log' } }]);
    const bytes = readFileSync(path);
    let refused = 0;
    for (let part = 1; part < 24; part++) {
      const cut = join(directory, `cut${part}.db`);
      writeFileSync(cut, bytes.subarray(0, Math.floor((bytes.length * part) / 24)));
      copyFileSync(`${path}-wal`, `${cut}-wal`);
      const errors = await errorsOf(cut);
      expect(errors.filter((error) => !EverlongError.isInstance(error))).toEqual([]);
      if (errors.length > 0) refused++;
    }
    expect(refused).toBeGreaterThan(0);
  });

  it('with a page of zeros gives errors of core only', async () => {
    await store.search('text');
    await store.close();
    const bytes = readFileSync(path);
    for (let page = 1; page < bytes.length / 4096; page++) {
      const zeroed = join(directory, `zeroed${page}.db`);
      writeFileSync(zeroed, Buffer.from(bytes).fill(0, page * 4096, (page + 1) * 4096));
      const errors = await errorsOf(zeroed);
      expect(errors.filter((error) => !EverlongError.isInstance(error))).toEqual([]);
    }
  });
});

describe('a damaged row of a session', () => {
  it.each([
    ['created_at = 1e300', 'createdAt is 1e+300'],
    ['updated_at = 9e15', 'updatedAt is 9000000000000000'],
    ["epoch = 'x'", 'epoch is x'],
    ["agent = x'00'", 'agent is '],
  ])(
    'with %s is an error that names the column; its entries are there, and it can be deleted',
    async (damage, named) => {
      change(`PRAGMA ignore_check_constraints = on; UPDATE sessions SET ${damage}`);
      const error: unknown = await store.getSession('s').catch((caught: unknown) => caught);
      expect(CorruptRecordError.isInstance(error)).toBe(true);
      expect(String(error)).toContain(`(session s)`);
      expect(String(error)).toContain(named);
      await expect(store.listSessions()).rejects.toThrow(named);
      expect(await drain(store.read('s'))).toBe(200);
      await store.deleteSession('s');
      expect(await store.listSessions()).toEqual([]);
    },
  );
});

describe('rows that are gone', () => {
  it('of entries are an error that names the first of them, from either end', async () => {
    change('DELETE FROM entries WHERE seq BETWEEN 40 AND 49');
    await expect(drain(store.read('s'))).rejects.toSatisfy(CorruptRecordError.isInstance);
    await expect(drain(store.read('s'))).rejects.toThrow(/entries \(session s, seq 40\)/);
    await expect(drain(store.read('s', { reverse: true }))).rejects.toThrow(/seq 49/);
    expect(await drain(store.read('s', { to: 39 }))).toBe(40);
    expect(await drain(store.read('s', { from: 50 }))).toBe(150);
  });

  it('of records are an error too', async () => {
    change('DELETE FROM records WHERE record_seq = 0');
    await expect(drain(store.readRecords('s'))).rejects.toThrow(
      /records \(session s, recordSeq 0\)/,
    );
    expect(await drain(store.readRecords('s', { from: 1 }))).toBe(1);
  });

  it('because the session was deleted meanwhile are a SessionNotFoundError', async () => {
    const reading = store.read('s')[Symbol.asyncIterator]();
    await reading.next();
    await store.deleteSession('s');
    const rest = (async () => {
      while ((await reading.next()).done !== true);
    })();
    await expect(rest).rejects.toSatisfy(SessionNotFoundError.isInstance);
  });

  it('a row that is not a message names the row', async () => {
    change(`UPDATE entries SET message = '{"role":"user","contenX":"a"}' WHERE seq = 3`);
    await expect(drain(store.read('s'))).rejects.toThrow(/row \d+ \(session s, seq 3\): .*content/);
  });
});
