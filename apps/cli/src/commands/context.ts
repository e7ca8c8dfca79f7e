import type { SessionInfo, Store } from '@everlong/core';
import type { Command } from 'commander';
import { usageError } from '../errors/exit-code.js';
import { resolvePath } from '../setup/resolve-path.js';
import type { CommandContext } from '../command-line/command-context.js';
import { wholeNumber } from '../command-line/number-option.js';
import { openAsChat, type OpenedSession } from './open-as-chat.js';
import { checkPolicy, keepOption } from '../command-line/policy-option.js';
import {
  addStoreOptions,
  sessionChooser,
  storeLocation,
  type StoreFlags,
} from '../command-line/store-options.js';

interface ContextFlags extends StoreFlags {
  json?: boolean;
  model?: string;
  window?: number;
  policy?: string;
  keep?: string;
  agentsDir?: string;
  at?: number;
}

/** Longer logs are not read just to count their characters. */
const maxCountedEntries = 20_000;

export function addContextCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('context')
    .summary('show how full the context of a session is')
    .description(
      'Shows how full the context of a session is, with the model, window and policy of its chat. ' +
        'Changes nothing.',
    )
    .argument(
      '[session|file]',
      'an id or its prefix, or a recorded conversation; default: the newest session',
    )
    .option('--json', 'print the state as JSON')
    .option('-m, --model <provider/name>', 'count tokens and set limits for this model')
    .option('--window <tokens>', 'the context window', wholeNumber(256))
    .option('--policy <name>', 'the policy that keeps the context small')
    .addOption(keepOption())
    .option('--agents-dir <path>', 'another folder of agent files')
    .option('--at <seq>', 'show the request that led to this entry', wholeNumber(0));
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
With --at, shows the request that the assistant entry SEQ answered, or for any
other entry the first request that could include it, and how each entry was
sent.

Examples:
  everlong context
  everlong context 1a2b3c4d --window 8000 --json
  everlong context 1a2b3c4d --at 412
  everlong context session.jsonl --window 32k`,
    )
    .action((id: string | undefined, flags: ContextFlags) => showContext(id, flags, context));
}

async function showContext(
  id: string | undefined,
  flags: ContextFlags,
  context: CommandContext,
): Promise<void> {
  await checkPolicy(flags.policy);
  const { store, info } = await openNamed(id, flags, context);
  try {
    checkPlace(flags.at, info);
    const opened = await openAsChat(store, info, flags, context);
    if (flags.at === undefined) await showNow(opened, info, flags, context);
    else await showPast(opened, flags.at, flags, context);
    await opened.session.close();
  } finally {
    await store.close();
  }
}

/** The store with the session of that id, or with those of a file; without either, the newest. */
async function openNamed(
  name: string | undefined,
  flags: ContextFlags,
  context: CommandContext,
): Promise<{ store: Store; info: SessionInfo }> {
  const choose = await sessionChooser(context);
  if (name !== undefined) {
    const { chooseIn, fileNamed, openFileStore } = await import('../recordings/file-store.js');
    const path = await fileNamed(resolvePath(name, context));
    if (path !== undefined) {
      const warn = (warning: string): void => context.terminal.note(`warning: ${warning}`);
      const { store, sessions } = await openFileStore(path, warn);
      return { store, info: await chooseIn(sessions, name, choose) };
    }
  }
  const { findOrNewest, openExistingStore } = await import('../files/session-store.js');
  const store = await openExistingStore(await storeLocation(flags, context));
  try {
    return { store, info: await findOrNewest(store, name, choose) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function showNow(
  { session, instructions, tools, isDescribed }: OpenedSession,
  info: SessionInfo,
  flags: ContextFlags,
  { terminal }: CommandContext,
): Promise<void> {
  // Without an agent file, only the last request shows the instructions and tools.
  const state = isDescribed ? session.state({ instructions, tools }) : session.state();
  if (flags.json === true) {
    terminal.json(state);
    return;
  }
  const { formatGauge } = await import('../output/context-gauge.js');
  const { countLog } = await import('../output/log-counts.js');
  const lines = formatGauge(state, {
    colors: terminal.colors,
    ...(isDescribed ? { toolCount: Object.keys(tools).length } : {}),
    ...(info.entryCount > maxCountedEntries
      ? { messageCount: info.entryCount }
      : { log: await countLog(session.entries()) }),
  });
  for (const line of lines) terminal.print(line);
}

async function showPast(
  { session, instructions, tools }: OpenedSession,
  atSeq: number,
  flags: ContextFlags,
  { terminal }: CommandContext,
): Promise<void> {
  const request = await session.explain({ atSeq, instructions, tools });
  const { formatPastRequest, pastRequestObject } = await import('../output/past-request.js');
  if (flags.json === true) {
    terminal.json(pastRequestObject(request, atSeq));
    return;
  }
  const toolCount = Object.keys(tools).length;
  const options = { colors: terminal.colors, toolCount, messageCount: request.entryCount };
  for (const line of formatPastRequest(request, atSeq, options)) terminal.print(line);
}

/** Throws a usage error if the session has no such entry. */
function checkPlace(at: number | undefined, { id, entryCount }: SessionInfo): void {
  if (at === undefined || at < entryCount) return;
  const range = entryCount === 0 ? 'no entries' : `entries 0 to ${entryCount - 1}`;
  throw usageError(`--at ${at}: session ${id} has ${range}.`);
}
