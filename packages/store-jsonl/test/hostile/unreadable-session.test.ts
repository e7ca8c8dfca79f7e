import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Store } from '@everlong/core';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createJsonlStore } from '../../src/jsonl-store.js';

let directory: string;
let store: Store;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'everlong-unreadable-'));
  store = createJsonlStore({ directory });
  for (const id of ['good', 'bad']) {
    await store.createSession({ id, agent: 'a' });
    await store.append(id, [{ message: { role: 'user', content: 'The heron is blue.' } }]);
  }
});

afterEach(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

/** Puts a folder in the place of one of its files: nobody can read that, the root user included. */
async function makeUnreadable(name: string): Promise<void> {
  const path = join(directory, 'sessions', 'a', name);
  await rm(path, { force: true });
  await mkdir(path);
}

it.each(['bad.jsonl', 'bad_records.jsonl'])(
  'one session whose file %s cannot be read does not hide the others',
  async (name) => {
    await makeUnreadable(name);
    const [bad, good, ...others] = await store.listSessions({ order: 'created' });
    expect(others).toEqual([]);
    expect(good).toEqual(await store.getSession('good'));
    expect(bad).toMatchObject({ id: 'bad', agent: 'a', entryCount: 0, epoch: 0 });
    expect(bad?.unreadable).toContain('EISDIR');
    expect((await store.search('heron')).map(({ sessionId }) => sessionId)).toEqual(['good']);
    await expect(store.search('heron', { sessionId: 'bad' })).rejects.toThrow('EISDIR');
    await expect(store.getSession('bad')).rejects.toThrow('EISDIR');
  },
);
