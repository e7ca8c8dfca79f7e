import type { Memory } from '@everlong/core';
import { errorText } from '../errors/error-text.js';
import { exitCodeOf, exitCodes } from '../errors/exit-code.js';
import type { Command } from 'commander';
import { usualAgent } from '../setup/usual-agent.js';
import type { CommandContext } from '../command-line/command-context.js';
import type { MemoryExtractor } from '../setup/memory-extractor.js';
import type { SettingValues } from '../setup/settings.js';
import { addStoreOptions, storeLocation, type StoreFlags } from '../command-line/store-options.js';

/** The options of every memory command. */
export interface MemoryFlags extends StoreFlags {
  agent: string;
  json?: boolean;
}

export function addMemoryOptions(command: Command): Command {
  return addStoreOptions(
    command
      .option('--agent <name>', 'the agent whose memory is meant', usualAgent)
      .option('--json', 'print JSON'),
  );
}

/**
 * Runs with the agent's memory, creating it if necessary, and closes it.
 *
 * @param learning the agent's settings and the model that extracts facts, where messages are observed
 */
export async function withMemory<Result>(
  flags: MemoryFlags,
  context: CommandContext,
  use: (memory: Memory, scope: string) => Promise<Result>,
  { settings, extractor }: { settings?: SettingValues; extractor?: MemoryExtractor } = {},
): Promise<Result> {
  const { openMemory } = await import('../setup/agent-memory.js');
  const { directory } = await storeLocation(flags, context);
  const memory = await openMemory({ directory, agent: flags.agent }, settings, extractor);
  try {
    return await use(memory, flags.agent);
  } finally {
    await memory.close();
  }
}

/**
 * Says that a write begins the memory of an agent that nobody knows: its name may be misspelt.
 * Rejects with `ConfigError` for one that no agent can have.
 */
export async function noteNewAgent(flags: MemoryFlags, context: CommandContext): Promise<void> {
  const { requireAgent } = await import('../setup/require-agent.js');
  const { checkName } = await import('@everlong/core/store-kit');
  const location = await storeLocation(flags, context);
  await requireAgent(flags.agent, location, context.cwd).catch((error: unknown) => {
    if (exitCodeOf(error) !== exitCodes.notFound) throw error;
    checkName('agent', flags.agent);
    context.terminal.note(`${errorText(error)} It gets a memory now.`);
  });
}

/**
 * The same without creating a memory: resolves with `undefined` if there is none. Rejects with
 * `ConfigError` for an unknown agent.
 */
export async function withExistingMemory<Result>(
  flags: MemoryFlags,
  context: CommandContext,
  use: (memory: Memory, scope: string) => Promise<Result>,
): Promise<Result | undefined> {
  const { openExistingMemory } = await import('../setup/agent-memory.js');
  const { requireAgent } = await import('../setup/require-agent.js');
  const location = await storeLocation(flags, context);
  const memory = await openExistingMemory({ ...location, agent: flags.agent });
  if (memory === undefined) await requireAgent(flags.agent, location, context.cwd);
  try {
    return memory === undefined ? undefined : await use(memory, flags.agent);
  } finally {
    await memory?.close();
  }
}
