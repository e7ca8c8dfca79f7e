import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { createSqliteStore } from '../../src/sqlite-store.js';

const SECRET = 'zyxwvutsecret';

function holdsSecret(path: string): boolean {
  const files = [path, `${path}-wal`].filter((file) => existsSync(file));
  return files.some((file) => readFileSync(file).includes(SECRET));
}

it.each([
  ['that was searched', true],
  ['that nobody searched', false],
])('a deleted session %s leaves no byte in the file and its log', async (_name, isSearched) => {
  const folder = mkdtempSync(join(tmpdir(), 'everlong-deleted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'sessions.db');
  const store = createSqliteStore({ path });
  for (const id of ['kept', 'deleted']) {
    await store.createSession({ id, agent: 'a', title: id === 'kept' ? id : SECRET });
    for (let turn = 0; turn < 20; turn++) {
      const text = `turn ${turn} of ${id === 'kept' ? 'harvest' : `${SECRET} ${'long '.repeat(900)}`}`;
      await store.append(id, [{ message: { role: 'user', content: text } }]);
    }
  }
  if (isSearched) expect(await store.search(SECRET)).toHaveLength(20);
  expect(holdsSecret(path)).toBe(true);
  await store.deleteSession('deleted');
  expect(holdsSecret(path)).toBe(false);
  expect(await store.search('harvest', { limit: 50 })).toHaveLength(20);
  expect(await store.search(SECRET)).toEqual([]);
  await store.close();
  expect(holdsSecret(path)).toBe(false);
});
