import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ConfigError, CorruptRecordError, type Store } from '@everlong/core';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createJsonlStore } from '../../src/jsonl-store.js';

const message = { role: 'user', content: 'hello' } as const;

/** A store with the session `real`, and a folder beside it that is none of the store's business. */
async function makeStore(): Promise<{ store: Store; agent: string; outside: string }> {
  const root = mkdtempSync(join(tmpdir(), 'everlong-links-'));
  const store = createJsonlStore({ directory: join(root, 'data') });
  onTestFinished(async () => {
    await store.close();
    rmSync(root, { recursive: true });
  });
  await store.createSession({ id: 'real', agent: 'agent' });
  const outside = join(root, 'outside');
  mkdirSync(outside);
  return { store, agent: join(root, 'data', 'sessions', 'agent'), outside };
}

describe('a symbolic link among the files of the store', () => {
  test('in the place of a log is neither listed, read nor written to', async () => {
    const { store, agent, outside } = await makeStore();
    const target = join(outside, 'target');
    const line = `${JSON.stringify({ type: 'user', content: 'not a session' })}\n`;
    writeFileSync(target, line);
    symlinkSync(target, join(agent, 'evil.jsonl'));
    expect((await store.listSessions()).map(({ id }) => id)).toEqual(['real']);
    for (const call of [
      () => store.append('evil', [{ message }]),
      () => store.getSession('evil'),
      () => store.read('evil')[Symbol.asyncIterator]().next(),
    ]) {
      await expect(call()).rejects.toSatisfy(ConfigError.isInstance);
      await expect(call()).rejects.toThrow(/evil\.jsonl is a symbolic link/);
    }
    expect(await store.search('session')).toEqual([]);
    expect(readFileSync(target, 'utf8')).toBe(line);
  });

  test.for(['real_records.jsonl', 'real_summary.json', 'real_media', 'real.index'])(
    'called %s stops changes of its session',
    async (name) => {
      const { store, agent, outside } = await makeStore();
      const path = join(agent, name);
      rmSync(path, { force: true });
      symlinkSync(join(outside, 'nowhere'), path);
      await expect(store.append('real', [{ message }])).rejects.toSatisfy(ConfigError.isInstance);
      await expect(store.putMedia('real', new Uint8Array(3), 'image/png')).rejects.toThrow(name);
    },
  );

  test('in the place of an agent is not gone into', async () => {
    const { store, agent, outside } = await makeStore();
    writeFileSync(join(outside, 's.jsonl'), '');
    symlinkSync(outside, join(agent, '..', 'linked'));
    expect((await store.listSessions()).map(({ id }) => id)).toEqual(['real']);
    const created = store.createSession({ id: 'new', agent: 'linked' });
    await expect(created).rejects.toSatisfy(ConfigError.isInstance);
  });

  test('in the place of media gives nothing', async () => {
    const { store, agent, outside } = await makeStore();
    const hash = await store.putMedia('real', new Uint8Array([1, 2]), 'image/png');
    const path = join(agent, 'real_media', `${hash}.png`);
    rmSync(path);
    writeFileSync(join(outside, 'secret'), 'secret');
    symlinkSync(join(outside, 'secret'), path);
    await expect(store.getMedia('real', hash)).rejects.toSatisfy(CorruptRecordError.isInstance);
  });
});
