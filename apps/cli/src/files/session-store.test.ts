import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ConfigError } from '@everlong/core';
import { expect, onTestFinished, test } from 'vitest';

import { makeDirectory, openExistingStore } from './session-store.js';

function testFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'everlong-folder-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('a folder for sessions is made with those above it, and git ignores what it made', async () => {
  const folder = testFolder();
  await Promise.all([makeDirectory(join(folder, 'a/b')), makeDirectory(join(folder, 'a/b'))]);
  expect(readFileSync(join(folder, 'a/b/.gitignore'), 'utf8')).toBe('*\n');
  await makeDirectory(folder);
  expect(existsSync(join(folder, '.gitignore'))).toBe(false);
});

test.runIf(existsSync('/proc'))(
  'a folder where none can be made is an error, and no hang',
  async () => {
    await expect(makeDirectory('/proc/nope/deep')).rejects.toThrow(
      /^Cannot create the folder \/proc\/nope\/deep: .*ENOENT.*Give --dir a folder/,
    );
  },
);

test('a file, and a folder below one, are errors', async () => {
  const file = join(testFolder(), 'file');
  writeFileSync(file, '');
  await expect(makeDirectory(file)).rejects.toThrow(ConfigError);
  await expect(makeDirectory(join(file, 'sessions'))).rejects.toThrow(ConfigError);
});

test('a store that cannot be looked into is no empty one', async () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'file'), '');
  symlinkSync('loop', join(folder, 'loop'));
  for (const kind of ['jsonl', 'sqlite'] as const) {
    for (const name of ['file', 'loop']) {
      await expect(openExistingStore({ kind, directory: join(folder, name) })).rejects.toThrow(
        /^Cannot look into .*: E(?:NOTDIR|LOOP)\b.*Give --dir a folder that can be read\.$/,
      );
    }
    const store = await openExistingStore({ kind, directory: join(folder, 'none') });
    expect(await store.listSessions()).toEqual([]);
  }
});
