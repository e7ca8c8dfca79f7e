import type { Command } from 'commander';
import { interruption } from '../errors/exit-code.js';
import { counted } from '../output/format-number.js';
import { abortOnInterrupt } from '../output/interrupts.js';
import type { CommandContext } from '../command-line/command-context.js';
import { addStoreOptions, storeLocation, type StoreFlags } from '../command-line/store-options.js';

/** Adds `sessions import`. */
export function addImportSession(parent: Command, context: CommandContext): void {
  const command = parent
    .command('import')
    .description('Stores a session that --export ID --full printed, as it was.')
    .argument('<file>', 'the export, gzipped or not; - reads it from stdin');
  addStoreOptions(command).action(async (file: string, _flags: StoreFlags, self: Command) => {
    const { fileSource, stdinSource } = await import('../files/byte-source.js');
    const { importSession } = await import('../files/import-session.js');
    const { openStore } = await import('../files/session-store.js');
    const { cwd, stdin, terminal } = context;
    const { name, chunks } = file === '-' ? stdinSource(stdin) : fileSource(file, cwd);
    const store = await openStore(await storeLocation(self.optsWithGlobals<StoreFlags>(), context));
    const { signal, release } = abortOnInterrupt(context.interrupts);
    try {
      const { id, agent, entryCount } = await importSession(store, { name, chunks, signal });
      const messages = counted(entryCount, 'message');
      terminal.note(`Imported session ${id} of the agent ${agent} with ${messages}.`);
    } catch (error) {
      throw signal.aborted ? interruption() : error;
    } finally {
      release();
      await store.close();
    }
  });
}
