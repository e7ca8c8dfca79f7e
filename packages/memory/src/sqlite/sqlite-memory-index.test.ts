import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ConfigError, CorruptRecordError, StoreConflictError } from '@everlong/core';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';

import { createMemory } from '../create-memory.js';
import { explainSqliteError } from './memory-database.js';
import { createSqliteMemoryIndex } from './sqlite-memory-index.js';

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'everlong-memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'agent.db');
}

test('refuses a file of another version, and says what to do', async () => {
  const path = newPath();
  await createSqliteMemoryIndex({ path }).close();
  const database = new BetterSqlite3(path);
  for (const [version, cure] of [
    [3, /an earlier everlong.* version 3.*Export it with the everlong that wrote it/],
    [99, /a newer everlong.* version 99.*Update everlong/],
  ] as const) {
    database.pragma(`user_version = ${version}`);
    expect(() => createSqliteMemoryIndex({ path })).toThrow(cure);
  }
  database.close();
});

test('does not say that something is forgotten while the log still has it for a reader', async () => {
  const path = newPath();
  const index = createSqliteMemoryIndex({ path, busyTimeoutMs: 20 });
  const memory = await createMemory({ index });
  await memory.write('agent', { subject: 'Quetzal', predicate: 'is', object: 'a dog' });
  const reader = new BetterSqlite3(path, { readonly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM sqlite_master').all();
  const forgotten = memory.forget('agent', { entity: 'Quetzal' });
  await expect(forgotten).rejects.toThrow(`${path}-wal still holds it`);
  await expect(forgotten).rejects.toSatisfy(StoreConflictError.isInstance);
  reader.close();
  await memory.forget('agent', { entity: 'Quetzal' });
  await memory.close();
});

test('names the memory that another process has locked', async () => {
  const path = newPath();
  const index = createSqliteMemoryIndex({ path, busyTimeoutMs: 1 });
  const writer = new BetterSqlite3(path);
  writer.exec('BEGIN IMMEDIATE');
  const applied = index.apply('agent', 0, { addHashes: ['h'] });
  await expect(applied).rejects.toThrow(`${path} has been locked by another process`);
  writer.exec('ROLLBACK');
  writer.close();
  await index.apply('agent', 0, { addHashes: ['h'] });
  await index.close();
});

test('errors of SQLite become errors that name the file and the cure', () => {
  const explain = (code: string): unknown =>
    explainSqliteError(new BetterSqlite3.SqliteError('it is full', code), '/data/agent.db');
  expect(explain('SQLITE_FULL')).toSatisfy(ConfigError.isInstance);
  expect(explain('SQLITE_READONLY_DBMOVED')).toSatisfy(ConfigError.isInstance);
  expect(explain('SQLITE_CORRUPT')).toSatisfy(CorruptRecordError.isInstance);
  expect(String(explain('SQLITE_CORRUPT'))).toContain('/data/agent.db: it is full. Restore a copy');
  expect(String(explain('SQLITE_IOERR_WRITE'))).toContain('/data/agent.db: it is full');
  const conflict = new StoreConflictError('mine');
  expect(explainSqliteError(conflict, 'x')).toBe(conflict);
});

test('a file that is no database is refused with the cure', () => {
  const path = newPath();
  writeFileSync(path, 'garbage '.repeat(100));
  expect(() => createSqliteMemoryIndex({ path })).toThrow(
    /not a database\. Restore a copy of it\. Without one, move it away: a new memory can observe/,
  );
});
