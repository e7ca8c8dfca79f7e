import { type Command, Option } from 'commander';
import { resolvePath } from '../setup/resolve-path.js';
import type { ChooseSession, StoreLocation } from '../files/session-store.js';
import type { SettingValues } from '../setup/settings.js';
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
    .addOption(
      new Option(
        '--store <kind>',
        'how sessions are kept (as the folder has them, else jsonl)',
      ).choices(storeKinds),
    )
    .option('--dir <path>', 'where sessions are kept (.everlong)');
}

/** The store that the command line names, else the environment, else the configuration files. */
export function storeLocation(flags: StoreFlags, context: CommandContext): Promise<StoreLocation> {
  return locate(flags, context, 'jsonl');
}

/** The same for many sessions: where there are none yet, in a database, which is quick to search. */
export function freshStoreLocation(
  flags: StoreFlags,
  context: CommandContext,
): Promise<StoreLocation> {
  return locate(flags, context, 'sqlite');
}

async function locate(
  { store, dir }: StoreFlags,
  { cwd, environment }: CommandContext,
  fresh: StoreLocation['kind'],
): Promise<StoreLocation> {
  const { environmentLayers, fileLayers, mergeLayers } = await import('../setup/config-layers.js');
  const layers = [
    ...(await fileLayers({ cwd, environment })),
    ...(await environmentLayers(environment)),
  ];
  const { values, origins } = mergeLayers(layers);
  const directory = resolvePath(dir ?? values.dir ?? '.', { cwd, environment });
  const isChosen = origins.store !== 'default';
  return { kind: store ?? (isChosen ? kindOf(values) : await kindIn(directory, fresh)), directory };
}

function kindOf({ store }: SettingValues): StoreLocation['kind'] {
  return store === 'sqlite' ? 'sqlite' : 'jsonl';
}

/** Where nothing says how sessions are kept: as those of the folder are, a server's among them. */
async function kindIn(
  directory: string,
  fresh: StoreLocation['kind'],
): Promise<StoreLocation['kind']> {
  const { storePath } = await import('../files/session-store.js');
  const { isThere } = await import('../files/is-there.js');
  if (await isThere(storePath({ kind: 'jsonl', directory }))) return 'jsonl';
  return (await isThere(storePath({ kind: 'sqlite', directory }))) ? 'sqlite' : fresh;
}

/** Lets the user choose among sessions; `undefined` without a terminal to ask on. */
export async function sessionChooser(context: CommandContext): Promise<ChooseSession | undefined> {
  const { createAsk, createChooser } = await import('../output/ask.js');
  const ask = createAsk(context);
  return ask === undefined ? undefined : createChooser(ask, context.terminal);
}
