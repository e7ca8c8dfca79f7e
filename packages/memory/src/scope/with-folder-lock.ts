import { randomUUID } from 'node:crypto';
import { mkdir, rename, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { ConfigError } from '@everlong/core';

const WAIT_MS = 5;

/** Nobody takes that long with a folder's notes: who had the lock was killed. */
const STALE_MS = 10_000;

const MAX_WAIT_MS = 3 * STALE_MS;

/**
 * Does work on a folder that no other process, and no other call, does work on meanwhile. Where
 * there is no such folder, there is nothing to lock.
 */
export async function withFolderLock<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = join(folder, '.lock');
  for (const start = Date.now(); !(await isTaken(lock));) {
    if (Date.now() - start > MAX_WAIT_MS) {
      throw new ConfigError(
        `The notes in ${folder} are locked by another process. Remove ${lock} if there is none.`,
      );
    }
    await removeStale(lock);
    await setTimeout(WAIT_MS * Math.random());
  }
  try {
    return await work();
  } finally {
    await rmdir(lock).catch(() => undefined);
  }
}

async function isTaken(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return true;
    if (code === 'EEXIST') return false;
    throw error;
  }
}

async function removeStale(lock: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(lock);
    if (Date.now() - mtimeMs < STALE_MS) return;
    // Only one of those who wait can rename it.
    const old = `${lock}.${randomUUID()}`;
    await rename(lock, old);
    await rmdir(old);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
