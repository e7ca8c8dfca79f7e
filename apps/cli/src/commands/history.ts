import type { Command } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';
import { wholeNumber } from '../command-line/number-option.js';
import {
  addStoreOptions,
  sessionChooser,
  storeLocation,
  type StoreFlags,
} from '../command-line/store-options.js';

interface HistoryFlags extends StoreFlags {
  last: number;
}

export function addHistoryCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('history')
    .summary('show the last messages of a session')
    .description(
      'Shows the last messages of a session, a line each. For all of it, everlong sessions --export.',
    )
    .argument('[session]', 'an id or its prefix; default: the newest session')
    .option('-n, --last <count>', 'how many messages', wholeNumber(1), 10);
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  everlong history
  everlong history 1a2b3c4d --last 50`,
    )
    .action((id: string | undefined, flags: HistoryFlags) => history(id, flags, context));
}

async function history(
  id: string | undefined,
  flags: HistoryFlags,
  context: CommandContext,
): Promise<void> {
  const { findOrNewest, openExistingStore } = await import('../files/session-store.js');
  const store = await openExistingStore(await storeLocation(flags, context));
  try {
    const info = await findOrNewest(store, id, await sessionChooser(context));
    const { historyLines } = await import('../output/entry-lines.js');
    const { readWithdrawn } = await import('../output/withdrawn-entries.js');
    const isWithdrawn = await readWithdrawn(store, info.id);
    const lines = await historyLines(
      (range) => store.read(info.id, range),
      flags.last,
      isWithdrawn,
    );
    for (const line of lines) context.terminal.print(line);
  } finally {
    await store.close();
  }
}
