import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, onTestFinished, test } from 'vitest';

import { createSqliteStore } from '../../src/sqlite-store.js';

/** Lets Node run sources as they are. */
const hooks = new URL('../../../../scripts/source-hooks.ts', import.meta.url).href;
const useStore = fileURLToPath(new URL('../support/use-store.ts', import.meta.url));

/** Nobody in particular: the superuser can write everywhere. */
const otherUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A folder with a closed store; `isOpen` leaves the log of an open one beside the file. */
async function makeReadOnly(isOpen: boolean): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'everlong-read-only-'));
  const path = join(directory, 'sessions.db');
  const original = isOpen ? join(directory, 'original.db') : path;
  const store = createSqliteStore({ path: original });
  await store.createSession({ id: 's', agent: 'agent' });
  await store.append('s', [{ message: { role: 'user', content: 'first' } }]);
  await store.append('s', [{ message: { role: 'user', content: 'second' } }]);
  if (isOpen) {
    for (const suffix of ['', '-wal', '-shm']) copyFileSync(original + suffix, path + suffix);
  }
  await store.close();
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) chmodSync(path + suffix, 0o444);
  }
  chmodSync(directory, 0o555);
  onTestFinished(() => {
    chmodSync(directory, 0o755);
    rmSync(directory, { recursive: true });
  });
  return path;
}

describe('a database where nothing can be written', () => {
  test.skipIf(process.platform === 'win32').for([
    ['that was closed', false],
    ['that was copied with its log', true],
  ] as const)('%s is read and searched, and refuses changes', async ([, isOpen]) => {
    const path = await makeReadOnly(isOpen);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--conditions=@everlong/source', '--import', hooks, useStore, path],
      { encoding: 'utf8', ...otherUser },
    );
    expect(stderr).toBe('');
    const refusal = expect.stringMatching(/^ConfigError: .*sessions\.db/);
    expect(JSON.parse(stdout)).toEqual({
      sessions: ['s'],
      entries: ['first', 'second'],
      found: [1],
      append: refusal,
      appendRecord: refusal,
      createSession: refusal,
      after: ['first', 'second'],
    });
  });
});
