import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { StoreConflictError } from '@everlong/core';
import { describe, expect, onTestFinished, test } from 'vitest';

import { lockFile, tryLockFile } from './file-lock.js';
import { ownIdentity } from './process-identity.js';

function lockPath(): string {
  const directory = mkdtempSync(join(tmpdir(), 'everlong-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 's.lock');
}

/** A process that has ended. */
function deadHolder(): string {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  return JSON.stringify({ ...ownIdentity(), pid, token: 'dead' });
}

describe('a lock', () => {
  test('is held by one at a time', async () => {
    const path = lockPath();
    let inside = 0;
    const turns = Array.from({ length: 20 }, async () => {
      const lock = await lockFile(path, 5000);
      expect(++inside).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
      lock.release();
    });
    await Promise.all(turns);
    expect(existsSync(path)).toBe(false);
  });

  test('that became a folder is released without an error', () => {
    const path = lockPath();
    const lock = tryLockFile(path);
    rmSync(path);
    mkdirSync(path);
    expect(() => lock?.release()).not.toThrow();
  });

  test('with JSON in it that is not an object has no holder', async () => {
    const path = lockPath();
    writeFileSync(path, 'null');
    (await lockFile(path, 5000)).release();
    expect(existsSync(path)).toBe(false);
  });

  test('of a live process is waited for, then named', async () => {
    const path = lockPath();
    const held = tryLockFile(path);
    const error: unknown = await lockFile(path, 50).catch((reason: unknown) => reason);
    expect(StoreConflictError.isInstance(error)).toBe(true);
    expect(String(error)).toContain(`process ${process.pid}`);
    held?.release();
    (await lockFile(path, 50)).release();
  });

  test('of a dead process is taken over, by one only', async () => {
    const path = lockPath();
    writeFileSync(path, deadHolder());
    let inside = 0;
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const lock = await lockFile(path, 5000);
        expect(++inside).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        inside--;
        lock.release();
      }),
    );
  });

  test('that a process left empty is taken over soon, by one only', async () => {
    const path = lockPath();
    writeFileSync(path, '');
    let inside = 0;
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        const lock = await lockFile(path, 4000);
        expect(++inside).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        inside--;
        lock.release();
      }),
    );
  });

  test('is taken over although another one died doing so', async () => {
    const path = lockPath();
    writeFileSync(path, deadHolder());
    writeFileSync(`${path}.takeover`, deadHolder());
    expect((await lockFile(path, 1000)).isHeld()).toBe(true);
  });

  test.runIf(process.platform === 'linux')(
    'of a dead process whose number was given again is taken over',
    async () => {
      const path = lockPath();
      writeFileSync(path, JSON.stringify({ ...ownIdentity(), startedAt: '1', token: 'dead' }));
      expect((await lockFile(path, 1000)).isHeld()).toBe(true);
    },
  );

  test('of another machine is waited for', async () => {
    const path = lockPath();
    writeFileSync(path, JSON.stringify({ pid: 1, machine: 'elsewhere', token: 'unknown' }));
    await expect(lockFile(path, 50)).rejects.toThrow('on elsewhere');
  });

  test('that was removed is not held any more', () => {
    const path = lockPath();
    const lock = tryLockFile(path);
    expect(lock?.isHeld()).toBe(true);
    rmSync(path);
    const other = tryLockFile(path);
    expect(lock?.isHeld()).toBe(false);
    lock?.release();
    expect(other?.isHeld()).toBe(true);
  });
});
