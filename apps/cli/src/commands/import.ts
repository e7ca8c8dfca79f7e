import type { Store } from '@everlong/core';
import type { Command } from 'commander';
import { exitCodeOf, exitCodes, interruption, sharedExitCode } from '../errors/exit-code.js';
import { counted } from '../output/format-number.js';
import type { StoreLocation } from '../files/session-store.js';
import type { RecordingFile } from '../recordings/find-recordings.js';
import type { PipedRecording } from '../recordings/piped-recording.js';
import { abortOnInterrupt } from '../output/interrupts.js';
import type { CommandContext } from '../command-line/command-context.js';
import {
  addStoreOptions,
  freshStoreLocation,
  type StoreFlags,
} from '../command-line/store-options.js';

interface ImportFlags extends StoreFlags {
  discover?: boolean;
  yes?: boolean;
  json?: boolean;
}

/** Adds `import`. */
export function addImportCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('import')
    .summary('import sessions of Claude Code, Codex and other programs')
    .description(
      'Imports recorded conversations with their times, models, usage and titles, to be searched, ' +
        'continued and replayed. Importing again adds only what is new. Reads the files of other ' +
        'programs and never changes them.',
    );
  define(command, context).addHelpText(
    'after',
    `
Examples:
  everlong import --discover
  everlong import claude-code codex
  everlong import ~/backup/sessions conversations.json
  everlong sessions --export 1a2b --full | everlong import -`,
  );
}

/** Adds `sessions import`, which is the same. */
export function addImportSession(parent: Command, context: CommandContext): void {
  define(parent.command('import').description('The same as everlong import.'), context);
}

function define(command: Command, context: CommandContext): Command {
  command
    .argument(
      '[what...]',
      'claude-code, codex, pi, gemini, opencode, files (gzipped or not), folders, or - for stdin',
    )
    .option('--discover', 'look in the usual places of all these programs')
    .option('-y, --yes', 'with --discover: import without asking');
  return addStoreOptions(command.option('--json', 'print what was imported as JSON')).action(
    (what: string[], _flags: ImportFlags, self: Command) =>
      importAll(what, self.optsWithGlobals<ImportFlags>(), context),
  );
}

async function importAll(
  what: readonly string[],
  flags: ImportFlags,
  context: CommandContext,
): Promise<void> {
  const { chooseFiles } = await import('../recordings/choose-files.js');
  const isDiscovery = flags.discover === true || what.length === 0;
  const { openStore, storePath } = await import('../files/session-store.js');
  const location = await freshStoreLocation(flags, context);
  const chosen = await chooseFiles(what, {
    isDiscovery,
    isSure: flags.yes === true,
    stamps: () => stampsIn(location),
    context,
  });
  const { terminal } = context;
  for (const folder of chosen?.empty ?? []) sayEmpty(folder, context);
  if (chosen === undefined || chosen.files.length + chosen.exports.length === 0) {
    if (flags.json === true) terminal.json([]);
    return;
  }
  const { signal, release } = abortOnInterrupt(context.interrupts);
  let store: Store | undefined;
  const piped: PipedRecording[] = [];
  try {
    store = await openStore(location);
    for (const name of chosen.exports) {
      const recording = await importExport(store, name, signal, context);
      if (recording !== undefined) piped.push(recording);
    }
    chosen.files.push(...piped);
    for (const { path } of piped) chosen.named.add(path);
    if (chosen.files.length === 0) return;
    const { importFiles } = await import('../recordings/import-files.js');
    const { importReport } = await import('../recordings/import-report.js');
    const result = await importFiles(store, chosen.files, {
      signal,
      named: chosen.named,
      onProgress({ path }, index, messages) {
        const stored = messages === 0 ? '' : `, ${counted(messages, 'message')}`;
        terminal.live(`${index} of ${chosen.files.length} files: ${path}${stored}`);
      },
    });
    terminal.clearLive();
    const { named } = chosen;
    const place = storePath(location);
    const report = importReport(result, { named, place, styles: terminal.noteColors });
    for (const line of report) terminal.note(line);
    if (flags.json === true) terminal.json(result.sessions);
    const unknown = result.otherFiles.filter(({ file }) => named.has(file));
    const codes = [...result.failures, ...unknown].map(({ error }) => exitCodeOf(error));
    context.exitCode = sharedExitCode([...chosen.empty.map(() => exitCodes.notFound), ...codes]);
  } catch (error) {
    throw signal.aborted ? interruption('interrupted: import again to go on') : error;
  } finally {
    release();
    for (const each of piped) await each.remove();
    await store?.close();
  }
}

/** Tells the files that were imported as they are now. */
async function stampsIn(location: StoreLocation): Promise<(file: RecordingFile) => boolean> {
  const { openExistingStore } = await import('../files/session-store.js');
  const { readStamps } = await import('../recordings/import-files.js');
  const store = await openExistingStore(location);
  try {
    return readStamps(await store.listSessions());
  } finally {
    await store.close();
  }
}

function sayEmpty(folder: string, context: CommandContext): void {
  context.terminal.note(
    `There is no recording in ${folder} or below: no .jsonl, .json or .traj file, and no history ` +
      'of Aider, gzipped or not.',
  );
  context.exitCode = exitCodes.notFound;
}

/** Stores a session that --export --full printed, as it was; returns a recording that was piped. */
async function importExport(
  store: Store,
  file: string,
  signal: AbortSignal,
  { stdin, cwd, terminal }: CommandContext,
): Promise<PipedRecording | undefined> {
  const { fileSource, stdinSource } = await import('../files/byte-source.js');
  const { importSession } = await import('../files/import-session.js');
  const { pipedRecording } = await import('../recordings/piped-recording.js');
  const { readHead } = await import('../recordings/read-head.js');
  const { untilAborted } = await import('@everlong/core/internal');
  const { name, chunks: source } = file === '-' ? stdinSource(stdin) : fileSource(file, cwd);
  const { isOwnExport, chunks } = await untilAborted(readHead(source), signal);
  if (!isOwnExport) return pipedRecording(chunks, signal);
  const { id, agent, entryCount } = await importSession(store, { name, chunks, signal });
  const messages = counted(entryCount, 'message');
  terminal.note(`Imported session ${id} of the agent ${agent} with ${messages}.`);
  return undefined;
}
