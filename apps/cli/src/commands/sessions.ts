import { resolve } from 'node:path';
import type { SessionInfo, Store } from '@everlong/core';
import { type SdkFormatName, sdkFormatNames } from '@everlong/core/internal';
import { type Command, Option } from 'commander';
import { exitCodes, usageError } from '../errors/exit-code.js';
import { counted } from '../output/format-number.js';
import { oneLine } from '../output/plain-text.js';
import { formatSessionList } from '../output/session-list.js';
import type { CommandContext } from '../command-line/command-context.js';
import { addImportSession } from './import.js';
import { meantCommand } from './meant-command.js';
import {
  addStoreOptions,
  sessionChooser,
  storeLocation,
  type StoreFlags,
} from '../command-line/store-options.js';

interface SessionsFlags extends StoreFlags {
  search?: string;
  export?: string;
  full?: boolean;
  as?: SdkFormatName;
  delete?: string;
  yes?: boolean;
  json?: boolean;
  /** What else the name of an agent that is not there may mean. */
  hint?: string;
}

export function addSessionsCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('sessions')
    .summary('list, search, export, import, rename and delete sessions')
    // With their arguments, the descriptions would not fit the screen.
    .configureHelp({ subcommandTerm: (inner) => inner.name() })
    .description('Lists sessions, newest first: id, agent, start, number of messages, title.')
    .argument('[agent]', 'only the sessions of this agent')
    .option('--search <text>', 'only sessions whose title, id or messages contain this')
    .option('--export <id>', 'print a session as Markdown, or with --json one entry per line')
    .option('--full', 'with --export: all of it, as JSON lines that sessions import can read')
    .addOption(
      new Option('--as <sdk>', 'with --export: as the body of a request of an SDK').choices(
        sdkFormatNames,
      ),
    )
    .addOption(new Option('--delete <id>', 'delete a session for good').conflicts('export'))
    .option('-y, --yes', 'delete without asking')
    .option('--json', 'print JSON');
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  everlong sessions
  everlong sessions assistant --search 8443
  everlong sessions --export 1a2b3c4d > conversation.md
  everlong sessions --export 1a2b --full > session.jsonl
  everlong sessions --export 1a2b --as anthropic > body.json
  everlong sessions import session.jsonl --dir elsewhere
  everlong sessions rename 1a2b "The port of the server"
  everlong sessions delete 1a2b`,
    )
    .action((agent: string | undefined, flags: SessionsFlags, self: Command) => {
      requireAgentAtMost(self);
      return sessions(agent, { ...flags, hint: meantCommand(self, agent) }, context);
    });
  addRename(command, context);
  addDelete(command, context);
  addImportSession(command, context);
  // A misspelt command is one argument too many; the error then names what was meant. Last, since
  // the commands above would inherit the permission.
  command.allowExcessArguments();
}

/** Refuses arguments after the agent, as other commands do. */
function requireAgentAtMost(command: Command): void {
  const { args } = command;
  if (args.length <= 1) return;
  throw usageError(
    `too many arguments for 'sessions'. Expected 1 argument but got ${args.length}: ` +
      `${args.join(', ')}.${meantCommand(command, args[0])}`,
  );
}

function addRename(parent: Command, context: CommandContext): void {
  const command = parent
    .command('rename')
    .description('Gives a session a title.')
    .argument('<session>', 'an id or its prefix')
    .argument('<title...>', 'the title');
  addStoreOptions(command).action(
    async (id: string, words: string[], _flags: StoreFlags, self: Command) => {
      const wanted = words.join(' ').trim();
      if (wanted === '') throw usageError('The title is empty. Write one behind the id.');
      await withStore(self.optsWithGlobals<StoreFlags>(), context, async (store) => {
        const { id: found } = await find(store, id, context);
        const { title = '' } = await store.updateSession(found, { title: wanted });
        context.terminal.note(`Renamed session ${found} to ${title}.`);
      });
    },
  );
}

function addDelete(parent: Command, context: CommandContext): void {
  const command = parent
    .command('delete')
    .description('Deletes sessions for good, after asking.')
    .argument('<session...>', 'ids or their prefixes')
    .option('-y, --yes', 'do not ask');
  addStoreOptions(command).action((ids: string[], _flags: StoreFlags, self: Command) => {
    const flags = self.optsWithGlobals<SessionsFlags>();
    return withStore(flags, context, async (store) => {
      for (const id of ids) {
        const info = await findAny(store, id, context);
        if (await mayDelete(info, flags.yes === true, context)) {
          await remove(store, info, flags, context);
        }
      }
    });
  });
}

async function sessions(
  agent: string | undefined,
  flags: SessionsFlags,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  for (const name of ['full', 'as'] as const) {
    if (flags[name] === undefined || flags.export !== undefined) continue;
    throw usageError(`--${name} needs a session: pass --export.`);
  }
  await withStore(flags, context, async (store) => {
    if (flags.export !== undefined) {
      const info = await find(store, flags.export, context);
      for await (const text of exportSession(store, info, flags, (loss) => terminal.note(loss))) {
        terminal.write(text);
      }
    } else if (flags.delete !== undefined) {
      const info = await findAny(store, flags.delete, context);
      if (await mayDelete(info, flags.yes === true, context)) {
        await remove(store, info, flags, context);
      }
    } else {
      const listed = await list(store, agent, flags.search);
      if (listed.length === 0) {
        const { requireAgent } = await import('../setup/require-agent.js');
        await requireAgent(agent, await storeLocation(flags, context), context.cwd, flags.hint);
      }
      if (flags.json === true) terminal.json(listed);
      else {
        const { columns } = terminal;
        for (const line of formatSessionList(listed, { withAgent: true, columns })) {
          terminal.print(line);
        }
      }
      if (listed.length > 0) return;
      terminal.note(await noSessionsText(flags, context));
      if (flags.search !== undefined) context.exitCode = exitCodes.notFound;
    }
  });
}

/** A folder that is named and not there is most likely misspelt. */
async function noSessionsText(flags: StoreFlags, context: CommandContext): Promise<string> {
  const { isThere } = await import('../files/is-there.js');
  const { directory } = await storeLocation(flags, context);
  const isMisspelt = flags.dir !== undefined && !(await isThere(directory));
  if (isMisspelt) return `No sessions: there is no folder ${directory}.`;
  const { cwd } = context;
  const hasSupyagent =
    flags.dir === undefined && (await isThere(resolve(cwd, '.supyagent/sessions')));
  return hasSupyagent
    ? 'No sessions. There are some of Supyagent: everlong sessions --dir .supyagent'
    : 'No sessions.';
}

async function withStore(
  flags: StoreFlags,
  context: CommandContext,
  use: (store: Store) => Promise<void>,
): Promise<void> {
  const { openExistingStore } = await import('../files/session-store.js');
  const store = await openExistingStore(await storeLocation(flags, context));
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

async function find(store: Store, id: string, context: CommandContext): Promise<SessionInfo> {
  const { findSession } = await import('../files/session-store.js');
  return findSession(store, id, await sessionChooser(context));
}

/** For a delete, which removes what an import left as well. */
async function findAny(store: Store, id: string, context: CommandContext): Promise<SessionInfo> {
  const { findAnySession } = await import('../files/session-store.js');
  return findAnySession(store, id, await sessionChooser(context));
}

/** Sessions whose title or id contains the text, or with a message that contains words of it. */
async function list(
  store: Store,
  agent: string | undefined,
  text: string | undefined,
): Promise<SessionInfo[]> {
  const all = await store.listSessions(agent === undefined ? {} : { agent });
  if (text === undefined) return all;
  const wanted = text.toLowerCase();
  const hits = await store.search(text, { limit: 1000 });
  const hit = new Set(hits.map(({ sessionId }) => sessionId));
  return all.filter(
    ({ id, title = '' }) => hit.has(id) || `${id} ${title}`.toLowerCase().includes(wanted),
  );
}

async function mayDelete(
  info: SessionInfo,
  sure: boolean,
  context: CommandContext,
): Promise<boolean> {
  if (sure) return true;
  const { confirmOnTerminal } = await import('../output/ask.js');
  const { id, title } = info;
  const named = title === undefined ? id : `${id} (${oneLine(title)})`;
  const question = `Delete session ${named} ${extentOf(info)} for good?`;
  if (await confirmOnTerminal(context, question, 'Pass --yes to delete without asking.')) {
    return true;
  }
  context.terminal.note('Nothing was deleted.');
  return false;
}

async function remove(
  store: Store,
  info: SessionInfo,
  flags: StoreFlags,
  context: CommandContext,
): Promise<void> {
  const { deleteSession } = await import('../setup/delete-session.js');
  const { directory } = await storeLocation(flags, context);
  await deleteSession(store, directory, info);
  context.terminal.note(`Deleted session ${info.id} ${extentOf(info)}.`);
}

/** How much a session holds, as far as that is known. */
function extentOf({ entryCount, unreadable }: SessionInfo): string {
  if (unreadable !== undefined) return 'that cannot be read';
  return `with ${counted(entryCount, 'message')}`;
}

async function* exportSession(
  store: Store,
  info: SessionInfo,
  { full = false, json = false, as: sdk }: SessionsFlags,
  note: (line: string) => void,
): AsyncGenerator<string> {
  // The store says what is wrong with it: half of a session is no export.
  if (info.unreadable !== undefined) await store.getSession(info.id);
  const { exportBody, exportLines, toLine } = await import('../output/export-lines.js');
  if (full) {
    yield* exportLines(store, info.id);
    return;
  }
  const { readWithdrawn } = await import('../output/withdrawn-entries.js');
  const isWithdrawn = await readWithdrawn(store, info.id);
  if (sdk !== undefined) {
    const { body, losses } = await exportBody(store.read(info.id), sdk, isWithdrawn);
    if (losses.length > 0) note(`${sdk} cannot carry everything: ${losses.join(', ')}`);
    yield toLine(body);
    return;
  }
  if (json) {
    for await (const entry of store.read(info.id)) {
      yield toLine(isWithdrawn(entry) ? { ...entry, withdrawn: true } : entry);
    }
    return;
  }
  const { exportMarkdown } = await import('../output/export-markdown.js');
  yield* exportMarkdown(info, store.read(info.id), isWithdrawn);
}
