import type { Store } from '@everlong/core';
import { type Command, Option } from 'commander';
import { formatSessionList } from '../output/session-list.js';
import type { CommandContext } from './command-context.js';
import { addStoreOptions, type StoreFlags } from './store-options.js';

interface SessionsFlags extends StoreFlags {
  export?: string;
  delete?: string;
  json?: boolean;
}

export function addSessionsCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('sessions')
    .summary('list, export and delete sessions')
    .argument('[agent]', 'only the sessions of this agent')
    .option('--export <id>', 'print a session as Markdown, or with --json its entries, one a line')
    .addOption(new Option('--delete <id>', 'delete a session for good').conflicts('export'))
    .option('--json', 'print JSON');
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  everlong sessions
  everlong sessions assistant --json
  everlong sessions --export 1a2b3c4d > conversation.md`,
    )
    .action((agent: string | undefined, flags: SessionsFlags) => sessions(agent, flags, context));
}

async function sessions(
  agent: string | undefined,
  flags: SessionsFlags,
  { terminal }: CommandContext,
): Promise<void> {
  const { findSession, openExistingStore } = await import('../setup/session-store.js');
  const store = await openExistingStore({ kind: flags.store, directory: flags.dir });
  try {
    if (flags.export !== undefined) {
      for await (const text of exportSession(store, flags.export, flags.json === true)) {
        terminal.write(text);
      }
    } else if (flags.delete !== undefined) {
      const { id, entryCount } = await findSession(store, flags.delete);
      await store.deleteSession(id);
      terminal.note(`Deleted session ${id} with ${entryCount} messages.`);
    } else {
      const listed = await store.listSessions(agent === undefined ? {} : { agent });
      if (flags.json === true) terminal.print(JSON.stringify(listed));
      else for (const line of formatSessionList(listed, { withAgent: true })) terminal.print(line);
    }
  } finally {
    await store.close();
  }
}

async function* exportSession(store: Store, id: string, asJson: boolean): AsyncGenerator<string> {
  const { findSession } = await import('../setup/session-store.js');
  const info = await findSession(store, id);
  if (asJson) {
    const { encodeEntry } = await import('@everlong/core/store-kit');
    for await (const entry of store.read(info.id)) yield `${encodeEntry(entry)}\n`;
    return;
  }
  const { exportMarkdown } = await import('../chat/export-markdown.js');
  yield* exportMarkdown(info, store.read(info.id));
}
