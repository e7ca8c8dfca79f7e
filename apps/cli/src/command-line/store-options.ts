import { type Command, Option } from 'commander';
import { resolvePath } from '../setup/resolve-path.js';
import type { ChooseSession, StoreLocation } from '../files/session-store.js';
import type { CommandContext } from './command-context.js';

const storeKinds = ['jsonl', 'sqlite'] as const;

/** The store options given on the command line. */
export interface StoreFlags {
  store?: (typeof storeKinds)[number];
  dir?: string;
}

/** Adds the options for where sessions are stored, the same for every command. */
export function addStoreOptions(command: Command): Command {
  return command
    .addOption(new Option('--store <kind>', 'how sessions are kept (jsonl)').choices(storeKinds))
    .option('--dir <path>', 'where sessions are kept (.everlong)');
}

/** The store that the command line names, else the environment, else the configuration files. */
export async function storeLocation(
  { store, dir }: StoreFlags,
  { cwd, environment }: CommandContext,
): Promise<StoreLocation> {
  const { environmentLayers, fileLayers, mergeLayers } = await import('../setup/config-layers.js');
  const layers = [
    ...(await fileLayers({ cwd, environment })),
    ...(await environmentLayers(environment)),
  ];
  const { values } = mergeLayers(layers);
  return {
    kind: store ?? (values.store === 'sqlite' ? 'sqlite' : 'jsonl'),
    directory: resolvePath(dir ?? values.dir ?? '.', { cwd, environment }),
  };
}

/** Lets the user choose among sessions; `undefined` without a terminal to ask on. */
export async function sessionChooser(context: CommandContext): Promise<ChooseSession | undefined> {
  const { createAsk, createChooser } = await import('../output/ask.js');
  const ask = createAsk(context);
  return ask === undefined ? undefined : createChooser(ask, context.terminal);
}
