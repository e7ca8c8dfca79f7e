import { resolve } from 'node:path';
import type { Command } from 'commander';
import { counted } from '../output/format-number.js';
import type { CommandContext } from '../command-line/command-context.js';
import {
  addMemoryOptions,
  type MemoryFlags,
  noteNewAgent,
  withExistingMemory,
  withMemory,
} from './memory-options.js';
import { importFacts } from './import-facts.js';

export function addExport(parent: Command, context: CommandContext): void {
  const command = parent
    .command('export')
    .description(
      'Prints all facts, including past ones, merged names and notes as JSON lines that import ' +
        'can read.',
    );
  addMemoryOptions(command).action(async (flags: MemoryFlags) => {
    const found = await withExistingMemory(flags, context, async (memory, scope) => ({
      facts: await memory.list(scope, { past: true }),
      merges: await memory.merges(scope),
      notes: await memory.notes(scope),
    }));
    for (const fact of found?.facts ?? []) context.terminal.json({ type: 'fact', ...fact });
    for (const merge of found?.merges ?? []) context.terminal.json({ type: 'merge', ...merge });
    for (const note of found?.notes ?? []) context.terminal.json({ type: 'note', ...note });
  });
}

export function addImport(parent: Command, context: CommandContext): void {
  const command = parent
    .command('import')
    .description(
      "Imports an export, the JSONL file of the official MCP memory server, or supyagent's " +
        'memory.db. Importing a file again adds nothing.',
    )
    .argument('<file>', 'the file, gzipped or not; - reads it from stdin');
  addMemoryOptions(command).action(async (file: string, flags: MemoryFlags) => {
    const { readMemoryFile } = await import('../memory-files/read-memory-file.js');
    const { fileSource, stdinSource } = await import('../files/byte-source.js');
    const { cwd, stdin } = context;
    const {
      facts,
      notes,
      merges = [],
    } = await readMemoryFile(
      file === '-' ? stdinSource(stdin) : { ...fileSource(file, cwd), path: resolve(cwd, file) },
    );
    await noteNewAgent(flags, context);
    await withMemory(flags, context, async (memory, scope) => {
      const before = await memory.list(scope, { past: true });
      await importFacts({ memory, scope }, facts, before);
      const merged = (await memory.merges(scope)).length;
      for (const { name, alias } of merges) await memory.merge(scope, name, alias);
      let added = 0;
      for (const note of notes) if ((await memory.note(scope, note)).added) added++;
      const after = await memory.list(scope, { past: true });
      const result = {
        facts: after.length - before.length,
        merges: (await memory.merges(scope)).length - merged,
        notes: added,
      };
      if (flags.json === true) context.terminal.json(result);
      else
        context.terminal.print(
          `Imported ${counted(result.facts, 'fact')} and ${counted(result.notes, 'note')}.` +
            (result.merges === 0 ? '' : ` Merged ${counted(result.merges, 'name')}.`),
        );
    });
  });
}
