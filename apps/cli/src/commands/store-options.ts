import { type Command, Option } from 'commander';

const storeKinds = ['jsonl', 'sqlite'] as const;

/** Where sessions are kept unless an option says otherwise, below the current folder. */
export const defaultDirectory = '.everlong';

/** Which store a command works with. */
export interface StoreFlags {
  store: (typeof storeKinds)[number];
  dir: string;
}

/** Adds the options that say where sessions are kept, alike for every command. */
export function addStoreOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--store <kind>', 'how sessions are kept').choices(storeKinds).default('jsonl'),
    )
    .option('--dir <path>', 'where sessions are kept', defaultDirectory);
}
