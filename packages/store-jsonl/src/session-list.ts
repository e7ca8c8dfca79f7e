import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import {
  EverlongError,
  type SessionInfo,
  type SessionInput,
  SessionNotFoundError,
  type Store,
  StoreConflictError,
} from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { makeFolder } from '@everlong/core/node';
import {
  checkListOptions,
  checkSessionInput,
  checkSessionPatch,
  createId,
  selectSessions,
} from '@everlong/core/store-kit';

import { isFileError } from './files/file-errors.js';
import { lockFile } from './files/file-lock.js';
import { refuseLinks } from './files/symbolic-links.js';
import { writeDurably } from './files/write-durably.js';
import { metaLine } from './lines/meta-line.js';
import type { SessionFolder } from './session/session-folder.js';
import { openAdopted } from './session/open-adopted.js';
import { openSessionLogs, type SessionLogs } from './session/session-logs.js';
import { filesOf, type SessionPaths, sessionPaths } from './session/session-paths.js';
import type { SessionWriter } from './session/session-writer.js';
import { infoWithin } from './session/transaction.js';

type SessionList = Pick<
  Store,
  'createSession' | 'getSession' | 'listSessions' | 'updateSession' | 'deleteSession'
>;

/** Reads and changes what is known about sessions. */
export function createSessionList(
  folder: SessionFolder,
  writer: SessionWriter,
  lockWaitMs: number,
): SessionList {
  return {
    async createSession(input) {
      checkSessionInput(input);
      return createSession(folder, writer, lockWaitMs, input);
    },

    async getSession(sessionId) {
      return infoOf(await openAdopted(folder.find(sessionId), writer));
    },

    async listSessions(options = {}) {
      checkListOptions(options);
      if (options.after !== undefined) folder.find(options.after);
      const infos: SessionInfo[] = [];
      const agent = options.after === undefined ? options.agent : undefined;
      for (const paths of folder.all(agent)) infos.push(...(await readInfoIfThere(paths)));
      return selectSessions(infos, options);
    },

    async updateSession(sessionId, patch) {
      checkSessionPatch(patch);
      const { title, metadata } = structuredClone(patch);
      return writer.change(sessionId, async (transaction) => {
        const info = {
          ...(await infoWithin(transaction)),
          ...definedFields({ title, metadata }),
          updatedAt: transaction.now(),
        };
        transaction.entries.add(metaLine(info));
        return info;
      });
    },

    async deleteSession(sessionId) {
      await writer.remove(sessionId, removeFiles);
    },
  };
}

async function createSession(
  folder: SessionFolder,
  writer: SessionWriter,
  lockWaitMs: number,
  { id = createId(), agent, title, metadata }: SessionInput,
): Promise<SessionInfo> {
  const said = {
    id,
    agent,
    ...definedFields({ title, metadata: structuredClone(metadata) }),
  };
  const paths = sessionPaths(folder.path, agent, id);
  makeFolder(paths.folder);
  refuseLinks([paths.folder]);
  const lock = await lockFile(join(folder.path, '.lock'), lockWaitMs);
  try {
    if (folder.has(id)) {
      throw new StoreConflictError(`There is a session "${id}" already. Choose another id.`);
    }
    removeFiles(paths);
    const createdAt = writer.now(0);
    const line = metaLine({ ...said, createdAt, updatedAt: createdAt });
    writeDurably(paths.entries, `${line}\n`);
    return { ...said, createdAt, updatedAt: createdAt, entryCount: 0, epoch: 0 };
  } finally {
    lock.release();
  }
}

async function readInfo(paths: SessionPaths): Promise<SessionInfo> {
  return infoOf(await openSessionLogs(paths));
}

async function infoOf(logs: SessionLogs): Promise<SessionInfo> {
  try {
    return await logs.info();
  } finally {
    logs.close();
  }
}

async function readInfoIfThere(paths: SessionPaths): Promise<SessionInfo[]> {
  try {
    return [await readInfo(paths)];
  } catch (error) {
    if (SessionNotFoundError.isInstance(error)) return [];
    if (isFileError(error) || EverlongError.isInstance(error)) return unreadableInfo(paths, error);
    throw error;
  }
}

/** Tells of a session whose files are damaged or may not be read what its place says. */
function unreadableInfo({ id, agent, entries }: SessionPaths, error: unknown): SessionInfo[] {
  const stats = statSync(entries, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const [createdAt, updatedAt] = [stats.birthtime.toISOString(), stats.mtime.toISOString()];
  const unreadable = error instanceof Error ? error.message : String(error);
  return [{ id, agent, createdAt, updatedAt, entryCount: 0, epoch: 0, unreadable }];
}

/** Removes the entries first: without them there is no session, whatever else is left over. */
function removeFiles(paths: SessionPaths): void {
  for (const path of filesOf(paths)) rmSync(path, { recursive: true, force: true });
}
