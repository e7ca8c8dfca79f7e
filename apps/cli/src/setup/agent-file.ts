import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError, type SessionInfo } from '@everlong/core';
import { suggestion } from '@everlong/core/internal';
import type { LoadedAgent } from './agent-schema.js';
import { errorText } from '../errors/error-text.js';
import { isMissingFile, missingFile } from '../errors/missing-file.js';
import { parseAgent } from './parse-agent.js';

/** Where agent files are looked for: folders below `cwd`, the first one first. */
export interface AgentFolders {
  cwd: string;
  folders: readonly string[];
}

/** The key of a session's metadata under which the folder of its agent is kept. */
const metadataKey = 'agentsFolder';

/** The folders, followed by the one stored with the session, if any. */
export function withSessionFolder(
  { cwd, folders }: AgentFolders,
  session: Pick<SessionInfo, 'metadata'> | undefined,
): AgentFolders {
  const kept = session?.metadata?.[metadataKey];
  if (typeof kept !== 'string' || folders.includes(kept)) return { cwd, folders };
  return { cwd, folders: [...folders, kept] };
}

/** The metadata that stores where an agent was read from: none for the default folder. */
export function folderMetadata({ file }: LoadedAgent): Record<string, string> {
  const folder = file === undefined ? usualFolder : dirname(file);
  return folder === usualFolder ? {} : { [metadataKey]: folder };
}

/** The default folder of agent files. */
export const usualFolder = 'agents';

/**
 * Reads `<name>.yaml` from the first folder that has it, else the file that has this `name:` in it.
 * Rejects with `ConfigError`: for an invalid file with its line, for a missing one (caused by
 * ENOENT) with the names of the known agents.
 */
export async function loadAgent(name: string, places: AgentFolders): Promise<LoadedAgent> {
  for (const folder of places.folders) {
    const agent = await readAgent(join(folder, `${name}.yaml`), places);
    if (agent !== undefined) return agent;
  }
  const agent = await agentNamed(name, places);
  if (agent !== undefined) return agent;
  throw new ConfigError(await missingAgentText(name, places), missingFile());
}

/** The agent of a file; `undefined` where there is no such file. */
async function readAgent(
  file: string,
  { cwd }: Pick<AgentFolders, 'cwd'>,
): Promise<LoadedAgent | undefined> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    if (isMissingFile(error)) return undefined;
    throw new ConfigError(`${file} cannot be read: ${errorText(error)}`, error);
  });
  return text === undefined ? undefined : { ...parseAgent(text, file), file };
}

/** The first agent that calls itself so, whatever its file is called: its sessions have that name. */
async function agentNamed(name: string, places: AgentFolders): Promise<LoadedAgent | undefined> {
  for (const folder of places.folders) {
    for (const known of await listAgents({ ...places, folders: [folder] })) {
      // A mistake in another agent's file does not concern this one.
      const agent = await readAgent(join(folder, `${known}.yaml`), places).catch(() => undefined);
      if (agent?.name === name) return agent;
    }
  }
  return undefined;
}

async function missingAgentText(name: string, { cwd, folders }: AgentFolders): Promise<string> {
  const known = await listAgents({ cwd, folders });
  const missing = `There is no agent ${JSON.stringify(name)} in ${folders.join(' or ')}.`;
  const bare = basename(name).replace(/\.ya?ml$/i, '');
  if (bare !== name && known.includes(bare)) {
    return `${missing} Give its name without folder and ending: ${bare}.`;
  }
  const [folder = usualFolder] = folders;
  const file = join(folder, `${bare}.yaml`);
  if ((await filesIn(resolve(cwd, folder))).includes(`${bare}.yml`)) {
    return `${missing} Files of agents end in .yaml: rename ${join(folder, `${bare}.yml`)} to ${file}.`;
  }
  const others = known.filter((each) => each !== name);
  return `${missing}${suggestion(name, others)} ${
    others.length > 0 ? `Agents: ${others.join(', ')}.` : `Write ${file} to make one.`
  }`;
}

/** The names of the agents in some folders, sorted. */
export async function listAgents({ cwd, folders }: AgentFolders): Promise<string[]> {
  const names = new Set<string>();
  for (const folder of folders) {
    for (const file of await filesIn(resolve(cwd, folder)))
      if (file.endsWith('.yaml')) names.add(file.slice(0, -5));
  }
  return [...names].toSorted();
}

function filesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
