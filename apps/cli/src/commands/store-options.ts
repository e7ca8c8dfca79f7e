import { type Command, Option } from 'commander';

import { defaultDirectory } from '../setup/default-directory.js';

const storeKinds = ['jsonl', 'sqlite'] as const;

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
