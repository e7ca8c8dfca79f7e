import { ConfigError, type Memory, type MemoryFact } from '@everlong/core';
import { checkMethods, checkOptions, type OptionNames } from '@everlong/core/internal';
import { z } from 'zod';

/** Options of `createMemoryFiles`. */
export interface MemoryFilesOptions {
  /** Where the files are kept, each as a fact about its path. */
  memory: Memory;
  /** Whose memory: an agent, or a tenant and an agent. */
  scope: string;
}

const OPTIONS: OptionNames<MemoryFilesOptions> = { memory: true, scope: true };

const path = z.string();
const commandSchema = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('view'),
    path,
    view_range: z.tuple([z.number(), z.number()]).optional(),
  }),
  z.object({ command: z.literal('create'), path, file_text: z.string() }),
  z.object({
    command: z.literal('str_replace'),
    path,
    old_str: z.string(),
    new_str: z.string().default(''),
  }),
  z.object({
    command: z.literal('insert'),
    path,
    insert_line: z.number(),
    insert_text: z.string(),
  }),
  z.object({ command: z.literal('delete'), path }),
  z.object({ command: z.literal('rename'), old_path: z.string(), new_path: z.string() }),
]);

/** A command of Anthropic's memory tool (`memory_20250818`). */
export type MemoryFileCommand = z.input<typeof commandSchema>;

const ROOT = '/memories';
const PREDICATE = 'content';
const MAX_LENGTH = 50_000;

/**
 * The handler of Anthropic's memory tool (`memory_20250818`): give it as `execute` of
 * `anthropic.tools.memory_20250818`. Its files are facts of the scope: `recall` finds them, and
 * `forget` removes them; what a file said before is kept as the past. A file is kept without space at
 * its ends. Throws `ConfigError` for an unknown option.
 */
export function createMemoryFiles(
  options: MemoryFilesOptions,
): (command: MemoryFileCommand) => Promise<string> {
  checkOptions('createMemoryFiles', options, OPTIONS);
  const cure = 'await createMemory({ path }) of @everlong/memory makes one.';
  const methods = ['list', 'write', 'forget'];
  checkMethods('The memory of createMemoryFiles', options?.memory, methods, cure);
  return async (command) => {
    const read = commandSchema.safeParse(command);
    if (!read.success) return `Error: ${z.prettifyError(read.error)}`;
    try {
      return await run(options, read.data);
    } catch (error) {
      // A mistake in the command is the model's to mend.
      if (!ConfigError.isInstance(error)) throw error;
      return `Error: ${error.message}`;
    }
  };
}

async function run(
  { memory, scope }: MemoryFilesOptions,
  command: z.infer<typeof commandSchema>,
): Promise<string> {
  const files = createFiles(memory, scope);
  switch (command.command) {
    case 'view':
      return view(files, command);
    case 'create': {
      if (await files.find(command.path))
        throw new ConfigError(`File ${command.path} already exists`);
      await files.write(command.path, command.file_text);
      return `File created successfully at: ${command.path}`;
    }
    case 'str_replace': {
      const { object } = await files.get(command.path);
      await files.write(command.path, replaceOnce(object, command));
      return 'The memory file has been edited.';
    }
    case 'insert': {
      const lines = (await files.get(command.path)).object.split('\n');
      const { insert_line: at, insert_text: text } = command;
      if (!Number.isInteger(at) || at < 0 || at > lines.length) {
        throw new ConfigError(
          `Invalid \`insert_line\` parameter: ${at}. It should be within the range of lines of the file: [0, ${lines.length}]`,
        );
      }
      lines.splice(at, 0, text.replace(/\n$/, ''));
      await files.write(command.path, lines.join('\n'));
      return `The file ${command.path} has been edited.`;
    }
    case 'delete': {
      const below = await files.below(command.path);
      if (below.length === 0) throw absent(command.path);
      for (const { subject } of below) await files.remove(subject);
      return `Successfully deleted ${command.path}`;
    }
    case 'rename': {
      const { old_path: from, new_path: to } = command;
      const moved = await files.below(from);
      if (moved.length === 0) throw absent(from);
      if ((await files.below(to)).length > 0) {
        throw new ConfigError(`The destination ${to} already exists`);
      }
      for (const { subject, object } of moved) {
        await files.write(to + subject.slice(from.length), object);
        await files.remove(subject);
      }
      return `Successfully renamed ${from} to ${to}`;
    }
  }
}

/** The files of a scope: facts whose subjects are paths. */
function createFiles(memory: Memory, scope: string) {
  const versions = async (each: string): Promise<MemoryFact[]> =>
    (await memory.list(scope, { subject: each, past: true })).filter(isFile);

  async function find(given: string): Promise<MemoryFact | undefined> {
    checkPath(given);
    const known = await memory.list(scope, { subject: given });
    return known.filter(isFile).findLast(({ subject }) => subject === given);
  }

  return {
    find,
    async get(given: string): Promise<MemoryFact> {
      const file = await find(given);
      if (file === undefined) throw absent(given);
      return file;
    },
    /** The file of that path, or those of the folder. */
    async below(given: string): Promise<MemoryFact[]> {
      checkPath(given);
      const folder = `${given.replace(/\/$/, '')}/`;
      const facts = (await memory.list(scope)).filter(isFile);
      return facts.filter(({ subject }) => subject === given || subject.startsWith(folder));
    },
    async write(given: string, text: string): Promise<void> {
      checkPath(given);
      if (given === ROOT) throw new ConfigError(`${ROOT} is a folder. Name a file in it.`);
      if (text.trim() === '') throw new ConfigError('An empty file is not kept. Write something.');
      if (text.length > MAX_LENGTH) {
        throw new ConfigError(`${text.length} characters: keep files below ${MAX_LENGTH}.`);
      }
      // Memory compares names by their words.
      const other = (await versions(given)).find(({ subject }) => subject !== given);
      if (other !== undefined) {
        throw new ConfigError(`${other.subject} has almost the same name. Choose another one.`);
      }
      const fact = { subject: given, predicate: PREDICATE, object: text };
      await memory.write(scope, { ...fact, cardinality: 'one', trust: 'assistant' });
    },
    async remove(given: string): Promise<void> {
      for (const { id } of await versions(given)) await memory.forget(scope, { factId: id });
    },
  };
}

type Files = ReturnType<typeof createFiles>;

function isFile({ subject, predicate }: MemoryFact): boolean {
  return predicate === PREDICATE && subject.startsWith(`${ROOT}/`);
}

function checkPath(given: string): void {
  const isInside = given === ROOT || given.startsWith(`${ROOT}/`);
  if (isInside && !/(?:^|[\\/])\.\.?(?:[\\/]|$)|%2e|\\|\/\//i.test(given)) return;
  throw new ConfigError(`The path ${given} is not in ${ROOT}. Give one that starts with ${ROOT}/.`);
}

function absent(given: string): ConfigError {
  return new ConfigError(`The path ${given} does not exist`);
}

async function view(
  files: Files,
  { path: given, view_range: range }: { path: string; view_range?: [number, number] | undefined },
): Promise<string> {
  const file = given === ROOT ? undefined : await files.find(given);
  if (file === undefined) return viewFolder(files, given);
  const lines = file.object.split('\n');
  const [from = 1, to = lines.length] = range ?? [];
  const last = to === -1 ? lines.length : to;
  if (from < 1 || from > lines.length || last < from) {
    throw new ConfigError(`view_range is [${from}, ${to}], and the file has ${lines.length} lines`);
  }
  const shown = lines
    .slice(from - 1, last)
    .map((line, at) => `${String(from + at).padStart(6)}\t${line}`);
  return [`Here's the content of ${given} with line numbers:`, ...shown].join('\n');
}

/** With the size of each file; the root is there before its first file. */
async function viewFolder(files: Files, given: string): Promise<string> {
  const below = await files.below(given);
  if (below.length === 0 && given !== ROOT) throw absent(given);
  const sorted = below.toSorted((left, right) => (left.subject < right.subject ? -1 : 1));
  const lines = sorted.map(({ subject, object }) => `${object.length}\t${subject}`);
  return [`Here are the files in ${given}, with their length in characters:`, ...lines].join('\n');
}

function replaceOnce(
  text: string,
  { path: given, old_str: old, new_str: fresh }: { path: string; old_str: string; new_str: string },
): string {
  const places = old === '' ? [] : text.split(old);
  if (places.length < 2) {
    throw new ConfigError(
      `No replacement was performed, old_str \`${old}\` did not appear verbatim in ${given}.`,
    );
  }
  if (places.length > 2) {
    throw new ConfigError(
      `No replacement was performed. old_str \`${old}\` occurs ${places.length - 1} times in ${given}. Please ensure it is unique.`,
    );
  }
  return places.join(fresh);
}
