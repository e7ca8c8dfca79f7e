import type { ForgetReceipt, ForgetSelector } from '@everlong/core';
import { type Command, Option } from 'commander';
import { usageError } from '../errors/exit-code.js';
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
        'good. Lists the sessions that still contain it.',
    )
    .addOption(
      without(
        'entity',
        new Option('--entity <name>', 'everything about a person, a project or a thing'),
      ),
    )
    .addOption(
      without('session', new Option('--session <id>', 'everything learned from a session')),
    )
    .option('--entry <id>', 'with --session: only what was learned from this message')
    .addOption(without('fact', new Option('--fact <number>', 'one fact').argParser(wholeNumber(0))))
    .addOption(
      without('everything', new Option('--everything', 'everything that the agent remembers')),
    )
    .option('--with-sessions', 'also delete the sessions whose log still contains it')
    .option('-y, --yes', 'do not ask');
  addMemoryOptions(command).action((flags: ForgetFlags) => forget(flags, context));
}

function without(name: (typeof selectors)[number], option: Option): Option {
  return option.conflicts(selectors.filter((other) => other !== name));
}

async function forget(flags: ForgetFlags, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const selector = selectorOf(flags);
  if (flags.yes !== true && !(await isConfirmed(selector, flags, context))) {
    terminal.note('Nothing was forgotten.');
    return;
  }
  const receipt = await withExistingMemory(flags, context, (memory, scope) =>
    memory.forget(scope, selector),
  );
  const deleted = flags.withSessions === true ? await deleteSessions(receipt, flags, context) : [];
  if (flags.json === true) {
    terminal.json({ ...(receipt ?? NOTHING), deletedSessionIds: deleted });
    return;
  }
  const { sessionIds } = receipt ?? NOTHING;
  terminal.print(`Forgot ${amountOf(receipt ?? NOTHING)}.`);
  for (const line of linesOfOthers(receipt ?? NOTHING)) terminal.print(line);
  const left = sessionIds.filter((id) => !deleted.includes(id));
  if (deleted.length > 0) terminal.print(`Deleted sessions: ${deleted.join(', ')}`);
  if (left.length === 0) return;
  terminal.note(`The log of these sessions still contains it: ${left.join(', ')}.`);
  terminal.note('Delete them with everlong sessions delete.');
}

const NOTHING: ForgetReceipt = {
  entries: 0,
  factIds: [],
  alsoForgotten: [],
  notes: 0,
  sessionIds: [],
};

function amountOf({ entries, factIds, notes }: ForgetReceipt): string {
  return `${counted(entries, 'message')}, ${counted(factIds.length, 'fact')} and ${counted(notes, 'note')}`;
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
  context.terminal.note(`To forget: ${amountOf(preview ?? NOTHING)}.`);
  for (const line of linesOfOthers(preview ?? NOTHING)) context.terminal.note(line);
  const what = Object.entries(selector).map(([name, value]) => `${name} ${String(value)}`);
  const question = `Forget ${what.join(', ')} for good?`;
  return confirmOnTerminal(context, question, 'Pass --yes to forget without asking.');
}

async function deleteSessions(
  receipt: ForgetReceipt | undefined,
  flags: ForgetFlags,
  context: CommandContext,
): Promise<string[]> {
  const { deleteSession } = await import('../setup/delete-session.js');
  const { openExistingStore } = await import('../setup/session-store.js');
  const location = await storeLocation(flags, context);
  const store = await openExistingStore(location);
  try {
    const known = new Map((await store.listSessions()).map((info) => [info.id, info]));
    const found = (receipt?.sessionIds ?? []).flatMap((id) => known.get(id) ?? []);
    for (const info of found) await deleteSession(store, location.directory, info);
    return found.map(({ id }) => id);
  } finally {
    await store.close();
  }
}
