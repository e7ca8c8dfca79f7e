import { join, relative } from 'node:path';
import type { StoreFinding } from '@everlong/core';
import type { Command } from 'commander';
import type { CommandContext } from '../command-line/command-context.js';
import { addStoreOptions, storeLocation, type StoreFlags } from '../command-line/store-options.js';
import { exitCodes } from '../errors/exit-code.js';
import { missingFile } from '../errors/missing-file.js';
import { noSessions } from '../errors/no-sessions.js';
import type { StoreLocation } from '../files/session-store.js';
import { counted } from '../output/format-number.js';
import type { Styles } from '../output/terminal.js';

interface DoctorFlags extends StoreFlags {
  repair?: boolean;
  json?: boolean;
}

export function addDoctorCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('doctor')
    .summary('look for damage in the stored sessions, and repair what can be')
    .description(
      'Reads all that is stored: order and completeness of messages and decisions, checksums of ' +
        'images (messages have none: a changed letter is not seen), what a killed process left, ' +
        'images that nothing names, indexes and locks. Exits with 1 if something is left that is ' +
        'not as it should be.',
    )
    .option('--repair', 'repair what loses nothing; the originals are kept aside')
    .option('--json', 'print JSON');
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  everlong doctor
  everlong doctor --repair`,
    )
    .action((flags: DoctorFlags) => examine(flags, context));
}

async function examine(flags: DoctorFlags, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const location = await storeLocation(flags, context);
  const [{ storePath }, { isThere }, { ConfigError }] = await Promise.all([
    import('../files/session-store.js'),
    import('../files/is-there.js'),
    import('@everlong/core'),
  ]);
  const path = storePath(location);
  if (!(await isThere(path))) {
    throw new ConfigError(noSessions(path), missingFile());
  }
  const time = new Date().toISOString().replaceAll(':', '-');
  const keepIn = flags.repair === true ? join(location.directory, 'doctor', time) : undefined;
  const findings: StoreFinding[] = [];
  for await (const finding of findingsIn(location, path, keepIn)) {
    findings.push(finding);
    if (flags.json === true) continue;
    terminal.clearLive();
    terminal.print(findingLine(finding, location.directory, terminal.colors));
  }
  const isRepaired = findings.some(({ cure }) => cure === 'repaired');
  if (flags.json === true) {
    terminal.json({ path, findings, ...(isRepaired ? { keptIn: keepIn } : {}) });
  } else summarize(findings, isRepaired ? keepIn : undefined, context);
  const isUnfinished = await nameImports(findings, location, context);
  if (findings.length === 0 && !isUnfinished && flags.json !== true) {
    terminal.print(`All is well in ${path}.`);
  }
  const isLeft = isUnfinished || findings.some(({ cure }) => cure !== 'repaired');
  if (isLeft) context.exitCode = exitCodes.failure;
}

async function* findingsIn(
  { kind }: StoreLocation,
  path: string,
  keepIn: string | undefined,
): AsyncGenerator<StoreFinding> {
  const options = keepIn === undefined ? {} : { keepIn };
  if (kind === 'jsonl') {
    const { examineJsonlStore } = await import('@everlong/store-jsonl');
    yield* examineJsonlStore({ directory: path, ...options });
  } else {
    const { examineSqliteStore } = await import('@everlong/store-sqlite');
    yield* examineSqliteStore({ path, ...options });
  }
}

/**
 * Says of imported sessions that importing again brings back what is damaged or was cut off, or is
 * not there yet. Returns whether an import did not finish.
 */
async function nameImports(
  findings: readonly StoreFinding[],
  location: StoreLocation,
  { terminal }: CommandContext,
): Promise<boolean> {
  const lossy = findings.filter(({ kind, cure }) => kind === 'torn-tail' || cure === 'none');
  const ids = new Set(lossy.map(({ sessionId }) => sessionId));
  const [{ openExistingStore }, { importedFrom }, { isUnfinishedImport }] = await Promise.all([
    import('../files/session-store.js'),
    import('../output/imported-from.js'),
    import('../errors/unfinished-import.js'),
  ]);
  const store = await openExistingStore(location).catch(() => undefined);
  let isUnfinished = false;
  try {
    for (const info of (await store?.listSessions().catch(() => [])) ?? []) {
      const file = importedFrom(info)?.file;
      const cure = `everlong import ${file ?? 'FILE'}`;
      if (isUnfinishedImport(info)) {
        isUnfinished = true;
        terminal.note(`The import of session ${info.id} did not finish: ${cure}`);
      } else if (ids.has(info.id) && file !== undefined) {
        terminal.note(`Importing again brings back session ${info.id}: ${cure}`);
      }
    }
  } finally {
    await store?.close();
  }
  return isUnfinished;
}

function summarize(
  findings: readonly StoreFinding[],
  keepIn: string | undefined,
  { terminal }: CommandContext,
): void {
  const count = (cure: StoreFinding['cure']): number =>
    findings.filter((finding) => finding.cure === cure).length;
  const [repaired, repairable, lost] = [count('repaired'), count('repairable'), count('none')];
  if (keepIn !== undefined) {
    terminal.note(`Repaired ${counted(repaired, 'finding')}; the originals are in ${keepIn}.`);
  }
  if (repairable > 0) {
    terminal.note(
      `${counted(repairable, 'finding')} can be repaired without loss: everlong doctor --repair`,
    );
  }
  if (lost > 0) {
    terminal.note(
      `${counted(lost, 'finding')} cannot be repaired without loss. Everything else can be read; ` +
        'take these files from a backup if there is one.',
    );
  }
}

/** Words for what a store found, before the place and the details. */
const words: Readonly<Record<StoreFinding['kind'], string>> = {
  damaged: 'cannot be read',
  order: 'lines in the wrong order, or twice',
  stray: 'a line that is no message; none is missing',
  'torn-tail': 'unfinished writing of a process that was killed',
  checksum: 'damaged bytes',
  orphan: 'belongs to nothing',
  count: 'a wrong number',
  index: 'a search or line index that does not fit; it is made again when it is needed',
  lock: 'a lock',
};

const marks: Readonly<Record<StoreFinding['cure'], [string, keyof Styles]>> = {
  none: ['damaged   ', 'red'],
  repairable: ['repairable', 'yellow'],
  repaired: ['repaired  ', 'green'],
};

/** A finding in one line: what can be done, where, and what it is. */
function findingLine(
  { kind, place, sessionId, detail, cure }: StoreFinding,
  directory: string,
  colors: Styles,
): string {
  const [mark, color] = marks[cure];
  const where = place.startsWith(directory) ? relative(directory, place) : place;
  const session = sessionId === undefined ? '' : `session ${sessionId}: `;
  return `${colors[color](mark)} ${session}${words[kind]} (${detail})\n           ${colors.dim(where)}`;
}
