import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { wholeNumber } from './number-option.js';
import { addStoreOptions, type StoreFlags } from './store-options.js';

interface ContextFlags extends StoreFlags {
  json?: boolean;
  model?: string;
  window?: number;
  policy?: string;
}

export function addContextCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('context')
    .summary('show how full the context of a session is')
    .argument('<session>', 'an id or its start')
    .option('--json', 'print the state as JSON')
    .option('-m, --model <provider/name>', 'count and limit as for this model')
    .option('--window <tokens>', 'the context window', wholeNumber(256))
    .option('--policy <name>', 'how the context is kept small');
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
Reads the session, with its agent's settings, and changes nothing.

Examples:
  everlong context 1a2b3c4d
  everlong context 1a2b3c4d --window 8000 --json`,
    )
    .action((id: string, flags: ContextFlags) => showContext(id, flags, context));
}

async function showContext(
  id: string,
  flags: ContextFlags,
  { terminal }: CommandContext,
): Promise<void> {
  const { findSession, openExistingStore } = await import('../session-store.js');
  const store = await openExistingStore({ kind: flags.store, directory: flags.dir });
  try {
    const info = await findSession(store, id);
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
    const state = session.state({ instructions, tools });
    await session.close();
    if (flags.json === true) {
      terminal.print(JSON.stringify(state));
    } else {
      const { formatGauge } = await import('../context-gauge.js');
      const toolCount = Object.keys(tools).length;
      const options = { colors: terminal.colors, toolCount, messageCount: info.entryCount };
      for (const line of formatGauge(state, options)) terminal.print(line);
    }
  } finally {
    await store.close();
  }
}
