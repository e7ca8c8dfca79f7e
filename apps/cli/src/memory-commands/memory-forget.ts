import type { ForgetReceipt, ForgetSelector } from '@everlong/core';
import { type Command, Option } from 'commander';
import { exitCodes, usageError } from '../errors/exit-code.js';
import { counted } from '../output/format-number.js';
import type { CommandContext } from '../command-line/command-context.js';
import { addMemoryOptions, type MemoryFlags, withExistingMemory } from './memory-options.js';
import { wholeNumber } from '../command-line/number-option.js';
import { storeLocation } from '../command-line/store-options.js';

interface ForgetFlags extends MemoryFlags {
  entity?: string;
  session?: string;
  entry?: string;
  fact?: number;
  everything?: boolean;
  withSessions?: boolean;
  yes?: boolean;
}

const selectors = ['entity', 'session', 'fact', 'everything'] as const;

export function addForget(parent: Command, context: CommandContext): void {
  const command = parent
    .command('forget')
    .description(
      'Deletes what is named, and everything derived from it, from the memory of an agent for ' +
        'good. Lists the sessions that still contain it, as said there or as quoted from memory. ' +
        'Exits with 3 if there is nothing.',
    )
    .addOption(
      exclusive(
        'entity',
        new Option('--entity <name>', 'everything about a person, a project or a thing'),
      ),
    )
    .addOption(
      exclusive('session', new Option('--session <id>', 'everything learned from a session')),
    )
    .option('--entry <id>', 'with --session: only what was learned from this message')
    .addOption(
      exclusive('fact', new Option('--fact <number>', 'one fact').argParser(wholeNumber(0))),
    )
    .addOption(
      exclusive('everything', new Option('--everything', 'everything that the agent remembers')),
    )
    .option('--with-sessions', 'also delete the sessions whose log still contains or quotes it')
    .option('-y, --yes', 'do not ask');
  addMemoryOptions(command).action((flags: ForgetFlags) => forget(flags, context));
}

function exclusive(name: (typeof selectors)[number], option: Option): Option {
  return option.conflicts(selectors.filter((other) => other !== name));
}

async function forget(flags: ForgetFlags, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const selector = selectorOf(flags);
  if (flags.yes !== true && !(await isConfirmed(selector, flags, context))) {
    terminal.note('Nothing was forgotten.');
    return;
  }
  const { receipt, texts } = (await forgetIt(selector, flags, context)) ?? NOTHING;
  const { deleted, quotedIn } = await lookAtSessions(receipt, texts, flags, context);
  const isNothing = isEmpty(receipt) && deleted.length === 0;
  if (isNothing) context.exitCode = exitCodes.notFound;
  if (flags.json === true) {
    terminal.json({ ...receipt, quotedIn, deletedSessionIds: deleted });
    return;
  }
  if (isNothing) terminal.note(`${nothingOn(selector)}: nothing was forgotten.`);
  else terminal.print(`Forgot ${amountOf(receipt)}.`);
  for (const line of linesOfOthers(receipt)) terminal.print(line);
  if (deleted.length > 0) terminal.print(`Deleted sessions: ${deleted.join(', ')}`);
  const isLeft = (id: string): boolean => !deleted.includes(id);
  const [left, quoting] = [receipt.sessionIds.filter(isLeft), quotedIn.filter(isLeft)];
  if (left.length > 0)
    terminal.note(`The log of these sessions still contains it: ${left.join(', ')}.`);
  if (quoting.length > 0)
    terminal.note(`The log of these sessions quotes it: ${quoting.join(', ')}.`);
  if (left.length + quoting.length > 0) terminal.note('Delete them with everlong sessions delete.');
}

/** The receipt, and words that say what was forgotten. */
async function forgetIt(selector: ForgetSelector, flags: ForgetFlags, context: CommandContext) {
  return withExistingMemory(flags, context, async (memory, scope) => {
    const texts = 'entity' in selector ? [selector.entity] : [];
    if ('factId' in selector) {
      const page = { after: selector.factId - 1, limit: 1, past: true };
      const facts = await memory.list(scope, page);
      texts.push(...facts.filter(({ id }) => id === selector.factId).map(({ text }) => text));
    }
    return { receipt: await memory.forget(scope, selector), texts };
  });
}

const NO_RECEIPT: ForgetReceipt = {
  entries: 0,
  factIds: [],
  alsoForgotten: [],
  notes: 0,
  sessionIds: [],
  sources: [],
};

const NOTHING = { receipt: NO_RECEIPT, texts: [] };

function amountOf({ entries, factIds, notes }: ForgetReceipt): string {
  return `${counted(entries, 'message')}, ${counted(factIds.length, 'fact')} and ${counted(notes, 'note')}`;
}

function isEmpty({ entries, factIds, notes }: ForgetReceipt): boolean {
  return entries + factIds.length + notes === 0;
}

/** As the options name it: `entity heron`. */
function nameOf(selector: ForgetSelector): string {
  if ('everything' in selector) return 'everything';
  const names = Object.entries(selector).map(
    ([name, value]) => `${name.replace(/Id$/, '')} ${value}`,
  );
  return names.join(', ');
}

function nothingOn(selector: ForgetSelector): string {
  return 'everything' in selector
    ? 'The memory is empty'
    : `Memory has nothing on ${nameOf(selector)}`;
}

/** The facts that do not say what was named, which nobody expects to lose. */
function linesOfOthers({ alsoForgotten }: ForgetReceipt): string[] {
  if (alsoForgotten.length === 0) return [];
  const lines = alsoForgotten.map(({ factId, text }) => `- ${text} (fact ${factId})`);
  return ['Among them, as they were said in the same sentence:', ...lines];
}

function selectorOf({ entity, session, entry, fact, everything }: ForgetFlags): ForgetSelector {
  if (entry !== undefined && session === undefined) throw usageError('--entry needs --session.');
  if (entity !== undefined) return { entity };
  if (session !== undefined && entry !== undefined) return { sessionId: session, entryId: entry };
  if (session !== undefined) return { sessionId: session };
  if (fact !== undefined) return { factId: fact };
  if (everything === true) return { everything: true };
  throw usageError('Name what to forget: --entity, --session, --fact or --everything.');
}

async function isConfirmed(
  selector: ForgetSelector,
  flags: ForgetFlags,
  context: CommandContext,
): Promise<boolean> {
  const { confirmOnTerminal } = await import('../output/ask.js');
  const preview = await withExistingMemory(flags, context, (memory, scope) =>
    memory.forget(scope, selector, { dryRun: true }),
  );
  if (isEmpty(preview ?? NO_RECEIPT) && flags.withSessions !== true) return true;
  context.terminal.note(`To forget: ${amountOf(preview ?? NO_RECEIPT)}.`);
  for (const line of linesOfOthers(preview ?? NO_RECEIPT)) context.terminal.note(line);
  const question = `Forget ${nameOf(selector)} for good?`;
  return confirmOnTerminal(context, question, 'Pass --yes to forget without asking.');
}

/** Finds the sessions that quote what was forgotten, and deletes all that hold it where asked. */
async function lookAtSessions(
  receipt: ForgetReceipt,
  texts: readonly string[],
  flags: ForgetFlags,
  context: CommandContext,
): Promise<{ quotedIn: string[]; deleted: string[] }> {
  const { findQuotingSessions } = await import('@everlong/context');
  const { deleteSession } = await import('../setup/delete-session.js');
  const { openExistingStore } = await import('../files/session-store.js');
  const location = await storeLocation(flags, context);
  const store = await openExistingStore(location);
  try {
    const { agent, withSessions = false } = flags;
    const quotedIn = await findQuotingSessions({ store, agent, receipt, texts });
    if (!withSessions) return { quotedIn, deleted: [] };
    const known = new Map((await store.listSessions()).map((info) => [info.id, info]));
    const found = [...receipt.sessionIds, ...quotedIn].flatMap((id) => known.get(id) ?? []);
    for (const info of found) await deleteSession(store, location.directory, info);
    return { quotedIn, deleted: found.map(({ id }) => id) };
  } finally {
    await store.close();
  }
}
