import { type Command, InvalidArgumentError } from 'commander';
import { counted } from '../output/format-number.js';
import { formatSessionList } from '../output/session-list.js';
import type { CommandContext } from '../command-line/command-context.js';
import { addStoreOptions, storeLocation, type StoreFlags } from '../command-line/store-options.js';

interface CleanupFlags extends StoreFlags {
  olderThan: number;
  agent?: string;
  dryRun?: boolean;
  yes?: boolean;
}

const daysOf: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 };

export function addCleanupCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('cleanup')
    .summary('delete sessions that were not used for a while')
    .description('Deletes sessions that were not used for a while, for good, after asking.')
    .option(
      '--older-than <age>',
      'unused for this long, such as 30d, 8w, 6m or 1y; 0d: all',
      readDays,
      30,
    )
    .option('--agent <name>', 'only the sessions of this agent')
    .option('--dry-run', 'list them, delete nothing')
    .option('-y, --yes', 'do not ask');
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
To do this at the start of every chat, set
everlong config set sessions.retention_days 30

Examples:
  everlong cleanup --dry-run
  everlong cleanup --older-than 90d --yes`,
    )
    .action((flags: CleanupFlags) => cleanup(flags, context));
}

async function cleanup(flags: CleanupFlags, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { oldSessions, openExistingStore } = await import('../files/session-store.js');
  const { deleteSession } = await import('../setup/delete-session.js');
  const { requireAgent } = await import('../setup/require-agent.js');
  const location = await storeLocation(flags, context);
  await requireAgent(flags.agent, location, context.cwd);
  const store = await openExistingStore(location);
  try {
    const all = await oldSessions(store, flags.olderThan);
    const old = all.filter(({ agent }) => flags.agent === undefined || agent === flags.agent);
    const unused = flags.olderThan === 0 ? '' : ` unused for ${counted(flags.olderThan, 'day')}`;
    const what = `${counted(old.length, 'session')}${unused}`;
    if (old.length === 0) {
      terminal.note(`There are no sessions${unused}.`);
      return;
    }
    for (const line of formatSessionList(old, { withAgent: true, columns: terminal.columns }))
      terminal.print(line);
    if (flags.dryRun === true) {
      terminal.note(`${what} would be deleted.`);
      return;
    }
    if (flags.yes !== true && !(await isConfirmed(`Delete ${what} for good?`, context))) {
      terminal.note('Nothing was deleted.');
      return;
    }
    for (const info of old) await deleteSession(store, location.directory, info);
    terminal.note(`Deleted ${what}.`);
  } finally {
    await store.close();
  }
}

async function isConfirmed(question: string, context: CommandContext): Promise<boolean> {
  const { confirmOnTerminal } = await import('../output/ask.js');
  return confirmOnTerminal(context, question, 'Pass --yes to delete without asking, or --dry-run.');
}

/** Days, as in `30`, `30d`, `8w`, `6m` (of 30 days) or `1y`. */
function readDays(text: string): number {
  const [, digits, unit = 'd'] = /^(\d{1,6})([dwmy]?)$/i.exec(text.trim()) ?? [];
  const days = Number(digits) * (daysOf[unit.toLowerCase() || 'd'] ?? 1);
  if (Number.isSafeInteger(days)) return days;
  throw new InvalidArgumentError('Write an age such as 30d, 8w, 6m or 1y.');
}
