import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';
import { storeLocation } from '../command-line/store-options.js';
import { exitCodes, interruption, usageError } from '../errors/exit-code.js';
import type { StoreLocation } from '../files/session-store.js';
import type { MigrationResult } from '../migration/migrate-store.js';
import { counted } from '../output/format-number.js';

type Kind = StoreLocation['kind'];

interface MigrateFlags {
  dir?: string;
  to?: string;
  json?: boolean;
}

const others: Readonly<Record<Kind, Kind>> = { jsonl: 'sqlite', sqlite: 'jsonl' };

export function addMigrateCommand(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .summary('copy all sessions into the other store, compared entry by entry')
    .description(
      'Copies all sessions from JSONL files into a SQLite database or back, with their times, ' +
        'decisions and images, and compares every entry and record. What was copied before an ' +
        'interruption is not copied again. The sessions stay where they are, too.',
    )
    .addArgument(program.createArgument('<store>', 'what to write').choices(Object.keys(others)))
    .option('--dir <path>', 'where the sessions are (.everlong)')
    .addOption(new Option('--to <path>', 'the folder to write in').default(undefined, 'as --dir'))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  everlong migrate sqlite
  everlong migrate jsonl --to backup`,
    )
    .action((kind: Kind, flags: MigrateFlags) => migrate(kind, flags, context));
}

async function migrate(kind: Kind, flags: MigrateFlags, context: CommandContext): Promise<void> {
  const { terminal, cwd, environment } = context;
  const [{ resolvePath }, { storePath }, { isThere }] = await Promise.all([
    import('../setup/resolve-path.js'),
    import('../files/session-store.js'),
    import('../files/is-there.js'),
  ]);
  const from = await storeLocation({ store: others[kind], ...flags }, context);
  const directory = resolvePath(flags.to ?? from.directory, { cwd, environment });
  const to = { kind, directory };
  if (!(await isThere(storePath(from)))) {
    const isMoved = await isThere(storePath({ kind, directory: from.directory }));
    throw usageError(
      `There are no sessions in ${storePath(from)} to copy.` +
        (isMoved ? ` Those of ${from.directory} are in the store ${kind} already.` : ''),
    );
  }
  const result = await runMigration(from, to, context);
  terminal.clearLive();
  if (flags.json === true) terminal.json({ from: storePath(from), to: storePath(to), ...result });
  else report(result, { from, to }, context, storePath);
  if (result.unreadable.length > 0) context.exitCode = exitCodes.failure;
}

async function runMigration(
  from: StoreLocation,
  to: StoreLocation,
  { terminal, interrupts }: CommandContext,
): Promise<MigrationResult> {
  const [{ openForMigration }, { migrateStore }, { abortOnInterrupt }] = await Promise.all([
    import('../migration/open-for-migration.js'),
    import('../migration/migrate-store.js'),
    import('../output/interrupts.js'),
  ]);
  const { signal, release } = abortOnInterrupt(interrupts);
  const { tenants, stores, close } = await openForMigration(from, to);
  const total: MigrationResult = { sessions: 0, entries: 0, records: 0, unreadable: [] };
  try {
    for (const tenant of tenants) {
      const result = await migrateStore({ ...stores(tenant), signal }, ({ done, all, entries }) =>
        terminal.live(`Session ${done + 1} of ${all}: ${counted(entries, 'entry', 'entries')}`),
      );
      total.sessions += result.sessions;
      total.entries += result.entries;
      total.records += result.records;
      total.unreadable.push(...result.unreadable);
    }
    return total;
  } catch (error) {
    if (!signal.aborted) throw error;
    terminal.note('Stopped. Run the same command again to go on.');
    throw interruption();
  } finally {
    release();
    await close();
  }
}

function report(
  { sessions, entries, records, unreadable }: MigrationResult,
  { from, to }: { from: StoreLocation; to: StoreLocation },
  { terminal }: CommandContext,
  storePath: (location: StoreLocation) => string,
): void {
  terminal.print(
    `${counted(sessions, 'session')} of ${storePath(from)} in ${storePath(to)}, compared entry by entry ` +
      `(${counted(entries, 'entry', 'entries')} and ${counted(records, 'record')} added now).`,
  );
  for (const { id, problem } of unreadable) terminal.print(`Not copied: ${id}. ${problem}`);
  if (unreadable.length > 0) terminal.note('everlong doctor says what can be repaired.');
  if (from.directory === to.directory) {
    terminal.note(
      `Both are in ${to.directory} now. To use the new one: everlong config set store ${to.kind}`,
    );
  }
}
