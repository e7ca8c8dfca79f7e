import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ForgetReceipt, Memory } from '@everlong/core';
import type { ModelObject } from './model-provider.js';
import type { SettingValues } from './settings.js';
import { makeDirectory } from './session-store.js';

/** Where the memory of an agent is, and whose it is. */
export interface MemoryPlace {
  /** The folder that also has the sessions. */
  directory: string;
  agent: string;
}

/** The database of an agent's memory; its notes are in a folder of the agent's name beside it. */
function memoryPath({ directory, agent }: MemoryPlace): string {
  return join(memoryFolder(directory), `${fileName(agent)}.db`);
}

/** Opens an agent's memory, making it where there is none. */
export async function openMemory(
  place: MemoryPlace,
  settings: SettingValues = {},
  model?: ModelObject,
): Promise<Memory> {
  await makeDirectory(place.directory);
  await mkdir(memoryFolder(place.directory), { recursive: true });
  const { createMemory } = await import('@everlong/memory');
  const { 'memory.extraction_threshold': extractionThreshold } = settings;
  const memory = await createMemory({
    path: memoryPath(place),
    notesDirectory: memoryFolder(place.directory),
    ...(extractionThreshold === undefined ? {} : { extractionThreshold }),
    ...(model === undefined ? {} : { model }),
  });
  return settings['memory.auto_extract'] === false ? withoutExtraction(memory) : memory;
}

/** The agent's memory if there is one; makes nothing on disk. */
export async function openExistingMemory(place: MemoryPlace): Promise<Memory | undefined> {
  return existsSync(memoryPath(place)) ? openMemory(place) : undefined;
}

/** Removes what a deleted session left in its agent's memory. */
export async function forgetSession(
  directory: string,
  { id: sessionId, agent }: { id: string; agent: string },
): Promise<ForgetReceipt | undefined> {
  const memory = await openExistingMemory({ directory, agent });
  try {
    return await memory?.forget(agent, { sessionId });
  } finally {
    await memory?.close();
  }
}

/** It takes messages in and finds them again, and makes no facts of them by itself. */
function withoutExtraction(memory: Memory): Memory {
  return {
    ...memory,
    observe: (scope, entries) => memory.observe(scope, entries, { extract: false }),
    flush: async () => ({ factIds: [], pending: 0 }),
  };
}

/** The agents that have a memory. */
export async function listRemembering(directory: string): Promise<string[]> {
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

function memoryFolder(directory: string): string {
  return join(directory, 'memory');
}

/** A name of a file for any name of an agent, another one for each. */
function fileName(agent: string): string {
  return encodeURIComponent(agent).replace(/^\./, '%2E');
}
