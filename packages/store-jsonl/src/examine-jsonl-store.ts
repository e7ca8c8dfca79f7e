import { basename, dirname, join, resolve } from 'node:path';
import { statSync } from 'node:fs';

import { EverlongError, StoreConflictError, type StoreFinding } from '@everlong/core';

import { examineSession } from './examination/examine-session.js';
import { createSetAside, type SetAside } from './examination/set-aside.js';
import { isFileError, namesIn } from './files/file-errors.js';
import { type FileLock, isLockAlive, lockFile } from './files/file-lock.js';
import { openSessionFolder, tenantsIn } from './session/session-folder.js';
import { filesOf, type SessionPaths } from './session/session-paths.js';

/** The options of `examineJsonlStore`. */
export interface ExamineJsonlOptions {
  /** As that of `createJsonlStore`. */
  directory: string;
  /** Repairs what loses nothing, and keeps the originals in this folder. Default: only looks. */
  keepIn?: string;
  /** How long a repair waits for another process's change, in milliseconds. Default 15000. */
  lockWaitMs?: number;
}

/** Looks through the files of all sessions of all tenants for what should not be so. */
export async function* examineJsonlStore({
  directory,
  keepIn,
  lockWaitMs = 15_000,
}: ExamineJsonlOptions): AsyncGenerator<StoreFinding> {
  const root = resolve(directory);
  const aside = keepIn === undefined ? undefined : createSetAside(dirname(root), resolve(keepIn));
  for (const tenant of tenantsIn(root)) {
    const folder = openSessionFolder(root, tenant);
    const sessions = folder.all();
    const folders = new Set([folder.path, ...sessions.map((paths) => paths.folder)]);
    for (const name of namesIn(folder.path)) {
      const path = join(folder.path, name);
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) folders.add(path);
    }
    for (const path of folders) yield* examineLocks(path, aside, lockWaitMs);
    for (const paths of sessions) {
      for await (const finding of examineUnderLock(paths, aside, lockWaitMs)) {
        yield { ...finding, tenant };
      }
    }
    for (const path of folders) yield* examineRest(path, sessions, aside);
  }
}

/** Locks of processes that are gone: the next writer takes them over, as a repair does. */
async function* examineLocks(
  folder: string,
  aside: SetAside | undefined,
  lockWaitMs: number,
): AsyncGenerator<StoreFinding> {
  for (const name of namesIn(folder).filter((each) => /\.lock(?:\.takeover)?$/.test(each))) {
    const place = join(folder, name);
    const isAlive = isLockAlive(place);
    if (isAlive === true) continue;
    if (isAlive === undefined) {
      yield { kind: 'lock', place, detail: 'its holder is on another machine', cure: 'none' };
      continue;
    }
    if (aside !== undefined) (await lockFile(place, lockWaitMs)).release();
    const cure = aside === undefined ? 'repairable' : 'repaired';
    yield { kind: 'lock', place, detail: 'its holder is gone', cure };
  }
}

async function* examineUnderLock(
  paths: SessionPaths,
  aside: SetAside | undefined,
  lockWaitMs: number,
): AsyncGenerator<StoreFinding> {
  let lock: FileLock | undefined;
  try {
    if (aside !== undefined) lock = await lockFile(paths.lock, lockWaitMs);
    for await (const finding of examineSession(paths, aside)) {
      // What a live process is writing right now only looks like what a dead one left.
      const isBusy = lock === undefined && isLockAlive(paths.lock) === true;
      if (finding.kind !== 'torn-tail' || !isBusy) yield finding;
    }
  } catch (error) {
    if (!isFileError(error) && !EverlongError.isInstance(error)) throw error;
    const { id: sessionId, entries: place } = paths;
    const kind = StoreConflictError.isInstance(error) ? 'lock' : 'damaged';
    yield { kind, place, sessionId, detail: error.message, cure: 'none' };
  } finally {
    lock?.release();
  }
}

/** Files of sessions whose entries are gone: a deletion that did not end removes these first. */
function* examineRest(
  folder: string,
  sessions: readonly SessionPaths[],
  aside: SetAside | undefined,
): Generator<StoreFinding> {
  const known = new Set(sessions.flatMap(filesOf).map((path) => basename(path)));
  const sidecars = /(?:_records\.jsonl|\.index|_summary\.json|_media)$/;
  for (const name of namesIn(folder)) {
    if (known.has(name) || !sidecars.test(name)) continue;
    const place = join(folder, name);
    aside?.move(place);
    const cure = aside === undefined ? 'repairable' : 'repaired';
    yield { kind: 'orphan', place, detail: 'its session is gone', cure };
  }
}
