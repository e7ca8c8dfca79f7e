import { ConfigError, type Store } from '@everlong/core';
import { suggestion } from '@everlong/core/internal';
import { missingFile } from '../errors/missing-file.js';
import { importedFrom } from '../output/imported-from.js';

/** The program of sessions that began here. */
export const ownTool = 'everlong';

/** Rejects with `ConfigError`, as for a missing file, for a program that recorded no session here. */
export async function requireTool(store: Store, name: string): Promise<void> {
  const sessions = await store.listSessions();
  const known = new Set(sessions.map((info) => importedFrom(info)?.tool ?? ownTool));
  if (known.has(name)) return;
  const names = [...known].toSorted();
  throw new ConfigError(
    `No session here was recorded by ${JSON.stringify(name)}.${suggestion(name, names)} Programs: ` +
      `${names.join(', ')}. --tool is the program that recorded a session, not a tool such as Bash.`,
    missingFile(),
  );
}
