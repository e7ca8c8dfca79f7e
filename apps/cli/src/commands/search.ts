import type { SessionInfo, Store } from '@everlong/core';
import type { Command } from 'commander';
import { resolvePath } from '../setup/resolve-path.js';
import { exitCodes, usageError } from '../errors/exit-code.js';
import { noSessions } from '../errors/no-sessions.js';
import type { MessageFilter } from '../recordings/find-messages.js';
import type { ShownHit, ShownSession } from '../output/search-lines.js';
import type { CommandContext } from '../command-line/command-context.js';
import { wholeNumber } from '../command-line/number-option.js';
import { sinceTime } from '../command-line/since-option.js';
import {
  addStoreOptions,
  sessionChooser,
  storeLocation,
  type StoreFlags,
} from '../command-line/store-options.js';
import { continueSession } from './chat.js';

interface SearchFlags extends StoreFlags {
  session?: string;
  agent?: string;
  project?: string;
  since?: string;
  tool?: string;
  in?: string;
  limit: number;
  json?: boolean;
}

export function addSearchCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('search')
    .summary('find what was said in any session')
    .description(
      'Finds stored messages that contain words of the text, best first, including summarized ones, ' +
        'and offers to continue their sessions. Secrets are redacted. Exits with 3 if nothing is ' +
        'found.',
    )
    .argument('<text...>', 'words to look for')
    .option('-s, --session <id>', 'only in this session (an id or its prefix)')
    .option('--project <folder>', 'only in sessions of this folder, or with this in its path')
    .option(
      '--since <date>',
      'only messages since 2026-01-31, or of the last 7d, 2w, 3m, 1y',
      sinceTime,
    )
    .option('--tool <name>', 'only in sessions of this program: claude-code, codex, everlong, …')
    .option('--agent <name>', 'only in the sessions of this agent')
    .option('--in <file>', 'in a recorded conversation instead')
    .option('--limit <count>', 'the most messages', wholeNumber(1), 20)
    .option('--json', 'print JSON');
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  everlong search 8443
  everlong search colour of the sidebar --project ~/src/shop --since 2w
  everlong search "connection refused" --tool claude-code --limit 5
  everlong search migration --in conversations.json`,
    )
    .action((words: string[], flags: SearchFlags) => search(words.join(' '), flags, context));
}

async function search(text: string, flags: SearchFlags, context: CommandContext): Promise<void> {
  const { terminal } = context;
  if (text.trim() === '') throw usageError('The text to search for is empty.');
  const store = await openSearched(flags, context);
  let chosen: SessionInfo | undefined;
  try {
    const filter = await filterOf(store, flags, context);
    const { findMessages, hidingFilters } = await import('../recordings/find-messages.js');
    const found = await findMessages(store, text, { ...filter, limit: flags.limit });
    if (flags.json === true) {
      terminal.json(found.map(hitObject));
    } else if (found.length > 0) chosen = await show(found, text, flags, context);
    if (found.length === 0) {
      context.exitCode = exitCodes.notFound;
      const hiding = (await hidingFilters(store, text, filter)).map((name) => `--${name}`);
      const hint =
        hiding.length === 0 ? '' : ` Without ${hiding.join(' and ')} there is something.`;
      if (await isEmpty(store)) {
        const { storePath } = await import('../files/session-store.js');
        terminal.note(noSessions(storePath(await storeLocation(flags, context))));
      } else terminal.note(`Nothing was found for ${JSON.stringify(text)}.${hint}`);
    }
  } finally {
    await store.close();
  }
  if (chosen !== undefined) await continueSession(chosen.id, flags, context);
}

async function openSearched(flags: SearchFlags, context: CommandContext): Promise<Store> {
  if (flags.in !== undefined) {
    const { openFileStore } = await import('../recordings/file-store.js');
    const path = resolvePath(flags.in, context);
    const warn = (warning: string): void => context.terminal.note(`warning: ${warning}`);
    return (await openFileStore(path, warn)).store;
  }
  const { openExistingStore } = await import('../files/session-store.js');
  const location = await storeLocation(flags, context);
  const { requireAgent } = await import('../setup/require-agent.js');
  await requireAgent(flags.agent, location, context.cwd);
  return openExistingStore(location);
}

async function isEmpty(store: Store): Promise<boolean> {
  return (await store.listSessions({ limit: 1 })).length === 0;
}

/** A path from here, whose dots are no part of a name. */
const relativePath = /^(?:\.{1,2}|~)(?:[/\\]|$)/;

async function filterOf(
  store: Store,
  { session, agent, project, since, tool: named }: SearchFlags,
  context: CommandContext,
): Promise<MessageFilter> {
  const { findSession } = await import('../files/session-store.js');
  const { definedFields } = await import('@everlong/core/internal');
  const tool = named === 'gemini' ? 'gemini-cli' : named;
  if (tool !== undefined && !(await isEmpty(store))) {
    const { requireTool } = await import('../recordings/require-tool.js');
    await requireTool(store, tool);
  }
  const only =
    session === undefined
      ? undefined
      : await findSession(store, session, await sessionChooser(context));
  const isPath = project !== undefined && /^(?:[./~]|\w:)/.test(project);
  return {
    ...definedFields({ sessionId: only?.id, agent, since, tool }),
    ...(project === undefined
      ? {}
      : {
          project: {
            ...(isPath ? { folder: resolvePath(project, context) } : {}),
            ...(relativePath.test(project) ? {} : { part: project }),
          },
        }),
  };
}

/** Prints what was found, and asks which session to continue where there is a terminal to ask on. */
async function show(
  found: readonly ShownHit[],
  query: string,
  flags: SearchFlags,
  context: CommandContext,
): Promise<SessionInfo | undefined> {
  const { terminal, environment } = context;
  const { groupBySession, searchLines } = await import('../output/search-lines.js');
  const { shortIds } = await import('../output/short-ids.js');
  const sessions: ShownSession[] = groupBySession(found);
  const { columns, colors: styles } = terminal;
  const options = { query, styles, columns, home: environment['HOME'] };
  for (const [index, session] of sessions.entries()) {
    if (index > 0) terminal.print();
    for (const line of searchLines(session, index + 1, options)) terminal.print(line);
  }
  // What is in a file only cannot be continued before it is imported.
  if (flags.in !== undefined) return undefined;
  const ids = sessions.map(({ session }) => session.id);
  const { askForKey } = await import('../output/ask.js');
  const { dim } = terminal.noteColors;
  const [first = ''] = ids;
  terminal.note(dim(`\nContinue 1: everlong chat -s ${shortIds(ids)(first)}`));
  const keys = sessions.slice(0, 9).map((_, index) => String(index + 1));
  const key = await askForKey(
    context,
    'Continue which one? A number, or any other key for none: ',
    keys,
  );
  return sessions[Number(key ?? Number.NaN) - 1]?.session;
}

/** A message as data: the hit, and what is known of the message and its session. */
function hitObject({ entry, session, ...hit }: ShownHit): object {
  const { message, createdAt } = entry;
  const { title, agent, metadata } = session;
  return { ...hit, role: message.role, createdAt, title, agent, imported: metadata?.['imported'] };
}
