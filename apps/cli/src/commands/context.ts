import type { SessionInfo } from '@everlong/core';
import type { Command } from 'commander';
import { usageError } from '../output/exit-code.js';
import type { CommandContext } from './command-context.js';
import { wholeNumber } from './number-option.js';
import { addStoreOptions, type StoreFlags } from './store-options.js';

interface ContextFlags extends StoreFlags {
  json?: boolean;
  model?: string;
  window?: number;
  policy?: string;
  at?: number;
}

export function addContextCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('context')
    .summary('show how full the context of a session is')
    .argument('<session>', 'an id or its start')
    .option('--json', 'print the state as JSON')
    .option('-m, --model <provider/name>', 'count and limit as for this model')
    .option('--window <tokens>', 'the context window', wholeNumber(256))
    .option('--policy <name>', 'how the context is kept small')
    .option('--at <seq>', 'the request behind this entry, as it was sent', wholeNumber(0));
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
Reads the session, with its agent's settings, and changes nothing. With --at it shows what the model
saw when it gave the answer that is entry SEQ, or first saw an entry of another kind, and what became
of every entry then.

Examples:
  everlong context 1a2b3c4d
  everlong context 1a2b3c4d --window 8000 --json
  everlong context 1a2b3c4d --at 412`,
    )
    .action((id: string, flags: ContextFlags) => showContext(id, flags, context));
}

async function showContext(
  id: string,
  flags: ContextFlags,
  { terminal }: CommandContext,
): Promise<void> {
  const { findSession, openExistingStore } = await import('../setup/session-store.js');
  const store = await openExistingStore({ kind: flags.store, directory: flags.dir });
  try {
    const info = await findSession(store, id);
    checkPlace(flags.at, info);
    const { findAgent, openAgentSession } = await import('../chat/agent-session.js');
    const agent = await findAgent(info.agent, ['agents'], { optional: true });
    const model = flags.model ?? agent.model?.provider;
    const { session, instructions, tools } = await openAgentSession({
      store,
      id: info.id,
      agent,
      ...(model === undefined ? {} : { model }),
      ...(flags.window === undefined ? {} : { contextWindow: flags.window }),
      ...(flags.policy === undefined ? {} : { policy: flags.policy }),
    });
    const toolCount = Object.keys(tools).length;
    const options = { colors: terminal.colors, toolCount, messageCount: info.entryCount };
    if (flags.at !== undefined) {
      const request = await session.explain({ atSeq: flags.at, instructions, tools });
      const { formatPastRequest, pastRequestObject } = await import('./past-request.js');
      const past = { ...options, messageCount: request.entryCount };
      if (flags.json === true) terminal.print(JSON.stringify(pastRequestObject(request, flags.at)));
      else for (const line of formatPastRequest(request, flags.at, past)) terminal.print(line);
    } else if (flags.json === true) {
      terminal.print(JSON.stringify(session.state({ instructions, tools })));
    } else {
      const { formatGauge } = await import('../output/context-gauge.js');
      const state = session.state({ instructions, tools });
      for (const line of formatGauge(state, options)) terminal.print(line);
    }
    await session.close();
  } finally {
    await store.close();
  }
}

/** An entry that is not there is a mistake of the caller's, told before anything is read. */
function checkPlace(at: number | undefined, { id, entryCount }: SessionInfo): void {
  if (at === undefined || at < entryCount) return;
  const range = entryCount === 0 ? 'no entries' : `entries 0 to ${entryCount - 1}`;
  throw usageError(`--at ${at}: session ${id} has ${range}.`);
}
