import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { StoreConflictError } from '@everlong/core';

import { hasCode, isFileError } from './file-errors.js';
import { parseObject } from './parse-object.js';
import { isAlive, ownIdentity, type ProcessIdentity } from './process-identity.js';

/** A lock that is held until it is released. */
export interface FileLock {
  /** False once someone else has taken the lock over or removed it. */
  isHeld(): boolean;
  /** Removes the lock if it is still held; never throws because of the file system. */
  release(): void;
}

/** A holder on another machine counts as dead after its lock was watched this long. */
const UNKNOWN_HOLDER_MS = 10_000;

/**
 * A lock without a holder's name: its holder is between creating and writing the file, which takes
 * microseconds, or was killed there. Watched this long, it counts as dead; a holder that was only
 * suspended finds out before it writes.
 */
const UNNAMED_HOLDER_MS = 500;

/**
 * Takes the lock, waiting while a live process holds it: at most `waitMs`, then rejects with
 * `StoreConflictError`. The lock of a process that died is taken over at once, or after half a
 * second when it died before it could write its name.
 */
export async function lockFile(path: string, waitMs: number): Promise<FileLock> {
  const start = performance.now();
  let seen: { text: string; since: number } | undefined;
  for (let delayMs = 1; ; delayMs = Math.min(2 * delayMs, 16)) {
    const lock = tryLockFile(path);
    if (lock !== undefined) return lock;
    const now = performance.now();
    const text = readHolder(path);
    if (text !== undefined && text !== seen?.text) seen = { text, since: now };
    if (text !== undefined && isDead(text, now - (seen?.since ?? now))) {
      await removeDead(path, text, waitMs);
      continue;
    }
    if (now - start > waitMs) throw heldTooLong(path, text ?? '', waitMs);
    await setTimeout(delayMs * (0.5 + Math.random()));
  }
}

/** Takes the lock if no one holds it; otherwise returns `undefined`. */
export function tryLockFile(path: string): FileLock | undefined {
  const content = JSON.stringify({ ...ownIdentity(), token: randomUUID() });
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return undefined;
    throw error;
  }
  try {
    writeSync(file, content);
  } catch (error) {
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(file);
  }
  const isHeld = (): boolean => readHolder(path) === content;
  if (!isHeld()) return undefined;
  return {
    isHeld,
    release() {
      try {
        if (isHeld()) unlinkSync(path);
      } catch (error) {
        // Whoever waits for a lock that cannot be removed names it in its error.
        if (!isFileError(error)) throw error;
      }
    },
  };
}

/** Tells whether the holder of a lock runs; `undefined` for one on another machine. */
export function isLockAlive(path: string): boolean | undefined {
  const holder = parseHolder(readHolder(path) ?? '');
  return holder === undefined ? false : isAlive(holder);
}

function readHolder(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isDead(text: string, watchedMs: number): boolean {
  const holder = parseHolder(text);
  if (holder === undefined) return watchedMs > UNNAMED_HOLDER_MS;
  const alive = isAlive(holder);
  return alive === undefined ? watchedMs > UNKNOWN_HOLDER_MS : !alive;
}

/** The holder; `undefined` if the file is empty or incomplete. */
function parseHolder(text: string): ProcessIdentity | undefined {
  return parseObject(text) as ProcessIdentity | undefined;
}

/**
 * One process at a time removes dead locks, so that none removes the new lock of a faster process;
 * that right is a lock itself.
 */
async function removeDead(path: string, text: string, waitMs: number): Promise<void> {
  const right = await lockFile(`${path}.takeover`, waitMs);
  try {
    if (readHolder(path) === text) unlinkSync(path);
  } finally {
    right.release();
  }
}

function heldTooLong(path: string, text: string, waitMs: number): StoreConflictError {
  const holder = parseHolder(text);
  const who =
    holder === undefined ? 'another process' : `process ${holder.pid} on ${holder.machine}`;
  return new StoreConflictError(
    `${path} has been held by ${who} for more than ${waitMs} ms. ` +
      'Try again; if no such process uses the session, delete the file.',
  );
}
