import type { Command } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';
import { addStoreOptions, storeLocation, type StoreFlags } from '../command-line/store-options.js';
import { noSessions } from '../errors/no-sessions.js';
import { usualAgent } from '../setup/usual-agent.js';

interface McpFlags extends StoreFlags {
  agent?: string;
  write?: boolean;
}

export function addMcpCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('mcp')
    .summary('let an agent search and read the sessions, over MCP')
    .description(
      'Serves MCP on stdin and stdout until stdin ends: an agent searches and reads the stored ' +
        'sessions and what was remembered of them. It changes nothing unless --write is given.',
    )
    .option('--agent <name>', 'only the memory of this agent (all are read)')
    .option('--write', `let it remember and forget, as ${usualAgent} if no agent is named`);
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  everlong mcp --dir ~/notes/.everlong
  claude mcp add everlong -- npx @everlong/cli mcp`,
    )
    .action((flags: McpFlags) => serve(flags, context));
}

async function serve(flags: McpFlags, context: CommandContext): Promise<void> {
  const { terminal, stdin, stdout, cwd, interrupts } = context;
  const [
    { openStore, storePath },
    { createGrowingStore },
    { isThere },
    { openMemories },
    { requireAgent },
  ] = await Promise.all([
    import('../files/session-store.js'),
    import('../files/growing-store.js'),
    import('../files/is-there.js'),
    import('../setup/open-memories.js'),
    import('../setup/require-agent.js'),
  ]);
  const location = await storeLocation(flags, context);
  await requireAgent(flags.agent, location, cwd);
  const mayWrite = flags.write === true;
  const isFound = await isThere(storePath(location));
  if (!isFound) terminal.note(noSessions(storePath(location)));
  const store = isFound ? await openStore(location) : createGrowingStore(location.directory);
  const memories = await openMemories(location.directory, flags.agent, mayWrite);
  const [own, ...others] = memories;
  if (stdin.isTTY === true) {
    terminal.note(
      `Serving ${location.directory} over MCP: this is for an agent, not for a person. Add it to ` +
        'one, for example with: claude mcp add everlong -- npx @everlong/cli mcp',
    );
  }
  const [{ serveMcp }, { untilEnded }] = await Promise.all([
    import('@everlong/server/node'),
    import('../output/interrupts.js'),
  ]);
  try {
    const connection = await serveMcp({
      store,
      ...(own === undefined ? {} : { memory: { ...own, others } }),
      mayWrite,
      stdin,
      stdout,
      failed: ({ message }) => terminal.note(`MCP: ${message}`),
    });
    try {
      await Promise.race([connection.ended, untilEnded(interrupts)]);
    } finally {
      await connection.close();
    }
  } finally {
    for (const { memory } of memories) await memory.close();
    await store.close();
  }
}
