import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ConfigError,
  createMemoryStore,
  type SessionInfo,
  SessionNotFoundError,
  type Store,
} from '@everlong/core';
import { makeFolder } from '@everlong/core/node';
import { errorText } from '../errors/error-text.js';
import { missingFile } from '../errors/missing-file.js';
import { isUnfinishedImport, requireFinishedImport } from '../errors/unfinished-import.js';
import { isThere } from './is-there.js';

export interface StoreLocation {
  kind: 'jsonl' | 'sqlite';
  directory: string;
}

/** The folder or file that holds the sessions of a store. */
export function storePath({ kind, directory }: StoreLocation): string {
  return join(directory, kind === 'jsonl' ? 'sessions' : 'sessions.db');
}

/**
 * Creates a folder for sessions if necessary, with a .gitignore for all of it, and one below it.
 * Rejects with `ConfigError` where that is not possible.
 */
export async function makeDirectory(directory: string, below?: string): Promise<void> {
  try {
    if (makeFolder(directory)) await writeFile(join(directory, '.gitignore'), '*\n');
    if (below !== undefined) makeFolder(join(directory, below));
  } catch (error) {
    throw new ConfigError(
      `Cannot create the folder ${directory}: ${errorText(error)}. ` +
        'Give --dir a folder that can be written to.',
    );
  }
}

/** Opens the store, creating its folder if necessary. */
export async function openStore({ kind, directory }: StoreLocation): Promise<Store> {
  const location = { kind, directory };
  await makeDirectory(directory);
  if (kind === 'jsonl') {
    const { createJsonlStore } = await import('@everlong/store-jsonl');
    return createJsonlStore({ directory: storePath(location) });
  }
  const { createSqliteStore } = await import('@everlong/store-sqlite');
  return createSqliteStore({ path: storePath(location) });
}

/** Like `openStore`, but creates nothing on disk: a missing store is an empty one. */
export async function openExistingStore(location: StoreLocation): Promise<Store> {
  return (await isThere(storePath(location))) ? openStore(location) : createMemoryStore();
}

/** Asks which of several sessions is meant; `undefined` for none of them. */
export type ChooseSession = (matches: readonly SessionInfo[]) => Promise<SessionInfo | undefined>;

/** As `findAnySession`; rejects with `ConfigError` for a session whose import did not finish. */
export async function findSession(
  store: Store,
  idOrPrefix: string,
  choose?: ChooseSession,
): Promise<SessionInfo> {
  const info = await findAnySession(store, idOrPrefix, choose);
  requireFinishedImport(info);
  return info;
}

/**
 * The session with this id, or the only one whose id begins with it; of several, the one that
 * `choose` returns. Rejects with `SessionNotFoundError`, or `ConfigError` for an ambiguous prefix.
 */
export async function findAnySession(
  store: Store,
  idOrPrefix: string,
  choose?: ChooseSession,
): Promise<SessionInfo> {
  // The empty prefix of every id: an empty variable in a script must not delete a session.
  if (idOrPrefix === '') throw new SessionNotFoundError(idOrPrefix);
  const sessions = await store.listSessions();
  const exact = sessions.find(({ id }) => id === idOrPrefix);
  if (exact !== undefined) return exact;
  const matches = sessions.filter(({ id }) => id.startsWith(idOrPrefix));
  if (matches.length > 1) {
    const chosen = await choose?.(matches);
    if (chosen !== undefined) return chosen;
    const ids = matches.slice(0, 5).map(({ id }) => id);
    throw new ConfigError(
      `${matches.length} sessions begin with ${JSON.stringify(idOrPrefix)}: ${ids.join(', ')}` +
        `${matches.length > 5 ? ', …' : ''}. Write more of the id.`,
    );
  }
  const [match] = matches;
  if (match === undefined) throw new SessionNotFoundError(idOrPrefix);
  return match;
}

/** The session with that id; without an id, the newest of all. */
export async function findOrNewest(
  store: Store,
  idOrPrefix: string | undefined,
  choose?: ChooseSession,
): Promise<SessionInfo> {
  if (idOrPrefix !== undefined) return findSession(store, idOrPrefix, choose);
  const newest = await newestSession(store);
  if (newest !== undefined) return newest;
  throw new ConfigError(
    'There are no sessions yet. Start one with everlong chat, or pass --dir for another folder.',
    missingFile(),
  );
}

/** The newest session, or the newest of that agent, of those that are whole and can be read. */
export async function newestSession(
  store: Store,
  agent?: string,
): Promise<SessionInfo | undefined> {
  const ofAgent = agent === undefined ? {} : { agent };
  const [newest] = await store.listSessions({ ...ofAgent, limit: 1 });
  if (newest === undefined || isUsable(newest)) return newest;
  return (await store.listSessions(ofAgent)).find(isUsable);
}

function isUsable(info: SessionInfo): boolean {
  return info.unreadable === undefined && !isUnfinishedImport(info);
}

/** The sessions unused for that many days, newest first. */
export function oldSessions(store: Store, days: number): Promise<SessionInfo[]> {
  const before = new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
  return store.listSessions({ before });
}

/** A short unused id: eight hexadecimal digits, easy to type. */
export async function freeSessionId(store: Store, prefix = ''): Promise<string> {
  for (;;) {
    const id = prefix + globalThis.crypto.randomUUID().slice(0, 8);
    const taken = await store.getSession(id).then(
      () => true,
      (error: unknown) => {
        if (SessionNotFoundError.isInstance(error)) return false;
        throw error;
      },
    );
    if (!taken) return id;
  }
}
