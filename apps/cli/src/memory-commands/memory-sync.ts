import type { SyncMemoryResult } from '@everlong/context';
import type { Memory, RebuildResult, Store } from '@everlong/core';
import type { Command } from 'commander';
import { exitCodes } from '../errors/exit-code.js';
import { counted } from '../output/format-number.js';
import type { CommandContext } from '../command-line/command-context.js';
import { storeLocation } from '../command-line/store-options.js';
import type { SettingValues } from '../setup/settings.js';
import { addMemoryOptions, type MemoryFlags, withMemory } from './memory-options.js';

export function addSync(parent: Command, context: CommandContext): void {
  const command = parent
    .command('sync')
    .description(
      "Adds the messages of the agent's sessions that its memory has not seen yet. Asks the model " +
        'of memory.model about them, if one is set.',
    );
  addMemoryOptions(command).action((flags: MemoryFlags) => sync(flags, context));
}

export function addRebuild(parent: Command, context: CommandContext): void {
  const command = parent
    .command('rebuild')
    .description(
      'Reads again what the memory holds, as this version and the model of memory.model read it, ' +
        'and what it has not seen yet. Facts that were only written stay, what was forgotten stays ' +
        'away; without a model, so do all other facts.',
    );
  addMemoryOptions(command).action((flags: MemoryFlags) => sync(flags, context, true));
}

async function sync(flags: MemoryFlags, context: CommandContext, anew = false): Promise<void> {
  const { terminal } = context;
  const { openExistingStore } = await import('../files/session-store.js');
  const { requireAgent } = await import('../setup/require-agent.js');
  const location = await storeLocation(flags, context);
  await requireAgent(flags.agent, location, context.cwd);
  const store = await openExistingStore(location);
  try {
    const result = await learn(store, flags, context, anew);
    if (flags.json === true) return terminal.json(result);
    if (result.rebuilt !== undefined) terminal.print(rebuiltLine(result.rebuilt));
    terminal.print(`${result.behind} of ${result.sessions} sessions had new messages.`);
  } finally {
    await store.close();
  }
}

function rebuiltLine({ messages, facts }: RebuildResult): string {
  const read = `Read ${counted(messages, 'part')} of messages and notes again.`;
  const verb = facts === 1 ? 'is' : 'are';
  return facts === 0 ? read : `${read} ${counted(facts, 'fact')} ${verb} extracted anew.`;
}

/** The longest that the model of `memory.model` is asked about what was added. */
const EXTRACTION_MS = 300_000;

async function learn(
  store: Store,
  flags: MemoryFlags,
  context: CommandContext,
  anew: boolean,
): Promise<SyncMemoryResult & { rebuilt?: RebuildResult }> {
  const { terminal, environment } = context;
  const { syncMemory } = await import('@everlong/context');
  const { memoryExtractor } = await import('../setup/memory-extractor.js');
  const settings = await settingsOf(flags, context, store);
  let hasFailed = false;
  const warn = (text: string): void => {
    hasFailed = true;
    terminal.note(text);
  };
  const extractor = await memoryExtractor({ settings, environment, warn });
  const syncAndExtract = async (memory: Memory, agent: string) => {
    const rebuilt = anew ? { rebuilt: await memory.rebuild(agent) } : {};
    const synced = { ...(await syncMemory({ store, memory, agent })), ...rebuilt };
    try {
      const { pending } = await memory.flush(agent, { timeoutMs: EXTRACTION_MS });
      if (pending > 0) terminal.note(`Waiting for the model: ${counted(pending, 'message')}.`);
    } catch (error) {
      if (!hasFailed) throw error;
      context.exitCode = exitCodes.provider;
    }
    return synced;
  };
  return withMemory(flags, context, syncAndExtract, { settings, extractor });
}

/** As a chat has them: the agent may have switched extraction off. */
async function settingsOf(
  { agent: name }: MemoryFlags,
  { cwd, environment }: CommandContext,
  store: Store,
): Promise<SettingValues> {
  const { findAgent } = await import('../chat/agent-session.js');
  const { usualFolder, withSessionFolder } = await import('../setup/agent-file.js');
  const { mergeChatSettings } = await import('../setup/chat-settings.js');
  const { newestSession } = await import('../files/session-store.js');
  const newest = await newestSession(store, name);
  const folders = withSessionFolder({ cwd, folders: [usualFolder] }, newest);
  const agent = await findAgent(name, folders, { optional: true });
  return (await mergeChatSettings({ cwd, environment, agent, flags: {} })).values;
}
