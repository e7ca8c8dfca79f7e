import type { Memory } from '@everlong/core';
import { agentsWithMemory, openExistingMemory, openMemory } from './agent-memory.js';
import { usualAgent } from './usual-agent.js';

/** The memory of an agent, by whose name it is scoped. */
interface OpenMemory {
  memory: Memory;
  scope: string;
}

/**
 * The memories that are there: of one agent or, without a name, of all. One that is to be written to
 * comes first, and is made if it is not there.
 */
export async function openMemories(
  directory: string,
  agent: string | undefined,
  mayWrite: boolean,
): Promise<OpenMemory[]> {
  const own = agent ?? usualAgent;
  const all = agent === undefined ? await agentsWithMemory(directory) : [];
  const opened: OpenMemory[] = [];
  for (const scope of new Set([own, ...all.toSorted()])) {
    const place = { directory, agent: scope };
    const isMade = mayWrite && scope === own;
    const memory = isMade ? await openMemory(place) : await openExistingMemory(place);
    if (memory !== undefined) opened.push({ memory, scope });
  }
  return opened;
}
