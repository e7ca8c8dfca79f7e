import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { makeFolder } from './make-folder.js';

function testFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'everlong-make-folder-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('a folder is made with those above it, once', () => {
  const path = join(testFolder(), 'a/b/c');
  expect(makeFolder(path)).toBe(true);
  expect(statSync(path).isDirectory()).toBe(true);
  expect(makeFolder(path)).toBe(false);
  expect(makeFolder('.')).toBe(false);
});

test('a link to a folder is one', () => {
  const folder = testFolder();
  symlinkSync(folder, join(folder, 'link'));
  expect(makeFolder(join(folder, 'link'))).toBe(false);
  expect(makeFolder(join(folder, 'link/below'))).toBe(true);
});

test('a file, and a folder below one, are errors', () => {
  const file = join(testFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(/EEXIST/);
  expect(() => makeFolder(join(file, 'below'))).toThrow(/EEXIST|ENOTDIR/);
});

test.runIf(existsSync('/proc'))('a folder where none can be made is an error, and no hang', () => {
  expect(() => makeFolder('/proc/nope/deep')).toThrow(/ENOENT.*\/proc\/nope/);
});
