import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { ChooseSession, StoreLocation } from '../setup/session-store.js';
import type { CommandContext } from './command-context.js';

const storeKinds = ['jsonl', 'sqlite'] as const;

/** Which store a command works with, as far as the command line says. */
export interface StoreFlags {
  store?: (typeof storeKinds)[number];
  dir?: string;
}

/** Adds the options that say where sessions are kept, alike for every command. */
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
  const layers = [...(await fileLayers({ cwd, environment })), ...environmentLayers(environment)];
  const { values } = mergeLayers(layers);
  return {
    kind: store ?? (values.store === 'sqlite' ? 'sqlite' : 'jsonl'),
    directory: resolve(cwd, dir ?? values.dir ?? '.'),
  };
}

/** Lets people choose among sessions; `undefined` where nobody can be asked. */
export async function sessionChooser(context: CommandContext): Promise<ChooseSession | undefined> {
  const { createAsk, createChooser } = await import('../output/ask.js');
  const ask = createAsk(context);
  return ask === undefined ? undefined : createChooser(ask, context.terminal);
}
