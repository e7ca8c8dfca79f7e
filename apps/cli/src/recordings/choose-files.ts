import { stat } from 'node:fs/promises';
import { ConfigError, CorruptRecordError, UnsupportedFormatError } from '@everlong/core';
import { suggestion } from '@everlong/core/internal';
import { errorText } from '../errors/error-text.js';
import { isMissingFile, missingFile } from '../errors/missing-file.js';
import { fileSource } from '../files/byte-source.js';
import { confirmOnTerminal } from '../output/ask.js';
import { counted } from '../output/format-number.js';
import { resolvePath } from '../setup/resolve-path.js';
import type { InputStream, OutputStream, Terminal } from '../output/terminal.js';
import {
  type FoundTool,
  findTool,
  type RecordingFile,
  recordingAt,
  recordingsIn,
} from './find-recordings.js';
import { discoveryLines } from './import-report.js';
import { readHead } from './read-head.js';
import { knownTools } from './usual-places.js';

/** What to import. */
export interface ChosenFiles {
  /** Recordings, those that were changed last at the end. */
  files: RecordingFile[];
  /** Those that were named one by one: they must be recordings. */
  named: Set<string>;
  /** Exports of everlong's own, and `-` for stdin. */
  exports: string[];
  /** Folders without recordings. */
  empty: string[];
}

/** Where the paths start from, and where to ask. */
interface Surroundings {
  cwd: string;
  environment: NodeJS.ProcessEnv;
  stdin: InputStream;
  stderr: OutputStream;
  terminal: Terminal;
}

interface ChooseOptions {
  isDiscovery: boolean;
  isSure: boolean;
  /** For a discovery: what tells a file that was imported as it is now. */
  stamps(): Promise<(file: RecordingFile) => boolean>;
  context: Surroundings;
}

/**
 * The files that the arguments name: programs, folders, files. For a discovery it shows what there is
 * and asks; `undefined` where nothing is wanted.
 */
export async function chooseFiles(
  what: readonly string[],
  { isDiscovery, isSure, stamps, context }: ChooseOptions,
): Promise<ChosenFiles | undefined> {
  const { terminal, environment } = context;
  const tools = knownTools(environment);
  const wanted = new Set(what.filter((name) => tools.some((tool) => tool.name === name)));
  const chosen = {
    files: [] as RecordingFile[],
    named: new Set<string>(),
    exports: [] as string[],
    empty: [] as string[],
  };
  for (const name of what) if (!wanted.has(name)) await addPlace(chosen, name, context);
  const found: FoundTool[] = [];
  for (const tool of tools) {
    if (!isDiscovery && !wanted.has(tool.name)) continue;
    const there = await findTool(tool);
    if (there !== undefined && there.files.length > 0) found.push(there);
    else if (wanted.has(tool.name)) {
      throw new ConfigError(
        `There are no sessions of ${tool.title} in ${tool.folders.join(' or ')}. ` +
          'Name the folder or the files to import.',
        missingFile(),
      );
    }
  }
  if (isDiscovery) {
    for (const line of discoveryLines(found, terminal.noteColors)) terminal.note(line);
    const all = found.flatMap(({ files }) => files);
    if (all.length === 0) return undefined;
    const question = questionFor(all, await stamps());
    if (question === undefined) {
      const are = all.length === 1 ? 'is' : 'are';
      terminal.note(`Nothing new: ${counted(all.length, 'file')} ${are} here already.`);
      return undefined;
    }
    const cure = 'Pass --yes to import all, or name the programs: everlong import claude-code';
    if (!isSure && !(await confirmOnTerminal(context, question, cure))) {
      terminal.note('Nothing was imported.');
      return undefined;
    }
  }
  for (const { files } of found) chosen.files.push(...files);
  const once = new Map(chosen.files.map((file) => [file.path, file]));
  const files = [...once.values()].toSorted((left, right) => left.modifiedAt - right.modifiedAt);
  return { ...chosen, files };
}

/** Asks whether to import what is new; `undefined` where nothing is. */
function questionFor(
  files: readonly RecordingFile[],
  isHere: (file: RecordingFile) => boolean,
): string | undefined {
  const count = files.filter((file) => !isHere(file)).length;
  if (count === 0) return undefined;
  if (count < files.length) return `Import ${count} of them? The others are here already.`;
  return count === 1 ? 'Import it?' : `Import all ${count}?`;
}

async function addPlace(
  { files, named, exports, empty }: ChosenFiles,
  name: string,
  context: Surroundings,
): Promise<void> {
  if (name === '-') {
    exports.push(name);
    return;
  }
  const path = resolvePath(name, context);
  try {
    const place = await stat(path);
    if (place.isCharacterDevice() || place.isBlockDevice())
      throw new ConfigError(`"${name}" is a device. Name a file or a folder, or - for stdin.`);
    if (place.isDirectory()) {
      const found = await recordingsIn(path);
      if (found.length === 0) empty.push(path);
      files.push(...found);
      return;
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const names = knownTools(context.environment).map((tool) => tool.name);
    if (!isMissingFile(error))
      throw new ConfigError(`"${name}" cannot be read: ${errorText(error)}`);
    throw new ConfigError(
      `There is no file or folder "${name}".${suggestion(name, names)} ` +
        `Programs whose place is known: ${names.join(', ')}.`,
      missingFile(),
    );
  }
  const file = await recordingAt(path);
  if (file === undefined || (await isOwnExport(path))) exports.push(name);
  else {
    files.push(file);
    named.add(file.path);
  }
}

/** Whether a file is an export of everlong's own. */
async function isOwnExport(path: string): Promise<boolean> {
  try {
    return (await readHead(fileSource(path, '/').chunks)).isOwnExport;
  } catch (error) {
    // Damaged: whoever reads it says so.
    if (CorruptRecordError.isInstance(error) || UnsupportedFormatError.isInstance(error))
      return false;
    throw error;
  }
}
