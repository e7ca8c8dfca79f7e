import { ConfigError } from '@everlong/core';
import { suggestion } from '@everlong/core/internal';
import { missingFile } from '../errors/missing-file.js';
import { listAgents, usualFolder } from './agent-file.js';
import { agentsWithMemory } from './agent-memory.js';
import { openExistingStore, type StoreLocation } from '../files/session-store.js';
import { usualAgent } from './usual-agent.js';

/**
 * Rejects with `ConfigError`, as for a missing file, if the agent has neither a file nor sessions
 * nor a memory: its name is most likely misspelt.
 *
 * @param hint says what else the word may mean, after a space
 */
export async function requireAgent(
  name: string | undefined,
  location: StoreLocation,
  cwd: string,
  hint = '',
): Promise<void> {
  if (name === undefined || name === usualAgent) return;
  const known = new Set([
    ...(await listAgents({ cwd, folders: [usualFolder] })),
    ...(await agentsWithMemory(location.directory)),
  ]);
  const store = await openExistingStore(location);
  try {
    for (const { agent } of await store.listSessions()) known.add(agent);
  } finally {
    await store.close();
  }
  if (known.has(name)) return;
  const names = [...known].toSorted();
  throw new ConfigError(
    `There is no agent ${JSON.stringify(name)}: it has no file, no session and no memory.` +
      `${suggestion(name, names)}${names.length === 0 ? '' : ` Agents: ${names.join(', ')}.`}${hint}`,
    missingFile(),
  );
}
