import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Memory } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { isThere } from '../files/is-there.js';
import type { MemoryExtractor } from './memory-extractor.js';
import type { SettingValues } from './settings.js';
import { makeDirectory } from '../files/session-store.js';

/** An agent, and the folder of its memory. */
export interface MemoryPlace {
  /** The folder that also holds the sessions. */
  directory: string;
  agent: string;
}

/** The database of an agent's memory; its notes are in a sibling folder of the same name. */
function memoryPath({ directory, agent }: MemoryPlace): string {
  return join(memoryFolder(directory), `${fileName(agent)}.db`);
}

/** Opens an agent's memory, creating it if necessary. */
export async function openMemory(
  place: MemoryPlace,
  settings: SettingValues = {},
  extractor: MemoryExtractor = {},
): Promise<Memory> {
  await makeDirectory(place.directory, MEMORY_FOLDER);
  const { createMemory } = await import('@everlong/memory');
  const { 'memory.extraction_threshold': extractionThreshold } = settings;
  const memory = await createMemory({
    path: memoryPath(place),
    notesDirectory: memoryFolder(place.directory),
    ...definedFields({ extractionThreshold }),
    ...extractor,
  });
  return settings['memory.auto_extract'] === false ? withoutExtraction(memory) : memory;
}

/** Opens the agent's memory if it exists; creates nothing on disk. */
export async function openExistingMemory(place: MemoryPlace): Promise<Memory | undefined> {
  return (await isThere(memoryPath(place))) ? openMemory(place) : undefined;
}

/** Removes what an agent's memory learned from a deleted session and from no other one. */
export async function forgetSession(
  directory: string,
  { id: sessionId, agent }: { id: string; agent: string },
): Promise<void> {
  const memory = await openExistingMemory({ directory, agent });
  try {
    // What forks share with it becomes theirs; the rest leaves every file.
    await memory?.withdraw(agent, { sessionId, fromSeq: 0 });
    await memory?.forget(agent, { sessionId });
  } finally {
    await memory?.close();
  }
}

/** The memory without automatic extraction: messages are stored and found, but yield no facts. */
function withoutExtraction(memory: Memory): Memory {
  return {
    ...memory,
    observe: (scope, entries) => memory.observe(scope, entries, { extract: false }),
    flush: async () => ({ factIds: [], pending: 0 }),
  };
}

/** The names of the agents that have a memory. */
export async function agentsWithMemory(directory: string): Promise<string[]> {
  const files = await readdir(memoryFolder(directory)).catch(() => []);
  return files.flatMap((file) => (file.endsWith('.db') ? [agentOf(file.slice(0, -3))] : []));
}

function agentOf(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const MEMORY_FOLDER = 'memory';

function memoryFolder(directory: string): string {
  return join(directory, MEMORY_FOLDER);
}

/** A unique, valid file name for any agent name. */
function fileName(agent: string): string {
  return encodeURIComponent(agent).replace(/^\./, '%2E');
}
