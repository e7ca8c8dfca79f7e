import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, createMemoryStore, type SessionInfo, type Store } from '@everlong/core';
import type { ChooseSession } from '../files/session-store.js';
import { missingFile } from '../errors/missing-file.js';
import { counted } from '../output/format-number.js';
import { importedFrom } from '../output/imported-from.js';
import { recordingAt } from './find-recordings.js';
import { importFiles } from './import-files.js';

/** The path of a name that is a file, and no session or agent; `undefined` for others. */
export async function fileNamed(path: string): Promise<string | undefined> {
  return (await recordingAt(path))?.path;
}

/** Files up to this size are held in memory. */
const MAX_HELD_BYTES = 16 * 2 ** 20;

/**
 * The conversations of a file as an import would store them, in memory or, where there is too much,
 * in a folder that `close` removes.
 */
export async function openFileStore(
  path: string,
  warn: (warning: string) => void,
): Promise<{ store: Store; sessions: SessionInfo[] }> {
  const bytes = (await recordingAt(path))?.bytes ?? 0;
  const store = bytes > MAX_HELD_BYTES ? await temporaryStore() : createMemoryStore();
  try {
    return { store, sessions: await importFile(store, path, warn) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function temporaryStore(): Promise<Store> {
  const { createJsonlStore } = await import('@everlong/store-jsonl');
  const directory = await mkdtemp(join(tmpdir(), 'everlong-file-'));
  const store = createJsonlStore({ directory });
  return {
    ...store,
    async close() {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Imports one file that must be a recording; the sessions that it holds, sub-agents last. */
export async function importFile(
  store: Store,
  path: string,
  warn: (warning: string) => void,
): Promise<SessionInfo[]> {
  const file = await recordingAt(path);
  if (file === undefined) {
    const place = await stat(path).catch(() => undefined);
    const name = JSON.stringify(path);
    if (place?.isDirectory()) throw new ConfigError(`${name} is a folder. Name a file in it.`);
    throw new ConfigError(`There is no file ${name}. Check the path.`, missingFile());
  }
  const { signal } = new AbortController();
  const result = await importFiles(store, [file], { signal });
  const [failure] = [...result.failures, ...result.otherFiles];
  if (failure !== undefined) throw failure.error;
  for (const warning of result.warnings) warn(warning);
  const all = await store.listSessions();
  return all
    .filter((info) => importedFrom(info)?.file === path)
    .toSorted((left, right) => Number(isSubAgent(left)) - Number(isSubAgent(right)));
}

/** The session that is meant: the only one, apart from those of sub-agents, or the one chosen. */
export async function chooseIn(
  sessions: readonly SessionInfo[],
  name: string,
  choose?: ChooseSession,
): Promise<SessionInfo> {
  const main = sessions.filter((info) => !isSubAgent(info));
  const all = main.length === 0 ? sessions : main;
  const [only] = all;
  const chosen = all.length === 1 ? only : await choose?.(all);
  if (chosen !== undefined) return chosen;
  const ids = all.slice(0, 5).map(({ id }) => id);
  throw new ConfigError(
    `${name} holds ${counted(all.length, 'conversation')}. Import it and name the session: ` +
      `${ids.join(', ')}${all.length > 5 ? ', …' : ''}.`,
  );
}

function isSubAgent(info: SessionInfo): boolean {
  return importedFrom(info)?.parent !== undefined;
}
