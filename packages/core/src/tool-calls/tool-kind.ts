import type { ToolCallPart } from '../messages/message.js';
import { isObject } from '../base/is-object.js';
import { pathKeys } from '../messages/path-keys.js';
import {
  actingOptions,
  actingWords,
  knownTools,
  listingSubcommands,
  lookingPrograms,
  lookingSubcommands,
  lookingVerbs,
  type ToolKind,
} from './known-tools.js';

export type { ToolKind } from './known-tools.js';

/** Kinds by the name of the tool, for tools that the table does not know. */
export type ToolKinds = Readonly<Record<string, ToolKind>>;

type Call = Pick<ToolCallPart, 'toolName' | 'input'>;

const kindByName = new Map(
  Object.entries(knownTools).flatMap(([kind, names]) =>
    names.map((name) => [name, kind as ToolKind] as const),
  ),
);

/**
 * The kind of a call: by `given` kinds, by the table of known tools, by the shape of its input, and
 * at last by the verb that the tool's name begins with. `other` where none of them says.
 */
export function toolKind({ toolName, input }: Call, given: ToolKinds = {}): ToolKind {
  const kind = Object.hasOwn(given, toolName) ? given[toolName] : undefined;
  if (kind !== undefined) return kind;
  // Editors of the `str_replace_editor` kind name what they do in `command`.
  const verb = editorVerb(input);
  const name = plainName(verb ?? toolName);
  if (isObject(input) && /^(?:post|put|patch|delete)$/i.test(String(input['method'])))
    return 'other';
  return kindByName.get(name) ?? kindByShape({ toolName, input }) ?? kindByVerb(verb ?? toolName);
}

/** Tells whether a call may have changed something, so that it must not be done twice unawares. */
export function isAct(call: Call, given?: ToolKinds): boolean {
  const kind = toolKind(call, given);
  if (kind === 'run') return !isLookingRun(call.input);
  return kind === 'change' || kind === 'other';
}

/**
 * Tells whether a run only looks. One whose command is not known may do anything, and so may a
 * program.
 */
function isLookingRun(input: unknown): boolean {
  if (!isObject(input) || typeof input['code'] === 'string') return false;
  const command = commandOf(input);
  // Nothing typed into a running program waits for its output.
  return command === undefined ? input['chars'] === '' : isLookingCommand(command);
}

const commandKeys = ['command', 'cmd', 'commands', 'script', 'code'] as const;

/** The shell command or program that a call runs, if its input holds one. */
export function commandOf(input: unknown): string | undefined {
  if (!isObject(input)) return undefined;
  for (const key of commandKeys) {
    const value = input[key];
    if (typeof value === 'string') return editorVerb(input) === undefined ? value : undefined;
    if (Array.isArray(value))
      return value.every((item) => typeof item === 'string') ? shellWords(value) : undefined;
  }
  return undefined;
}

/** `bash -lc 'make'` given as a list is `make`. */
function shellWords(words: readonly string[]): string {
  const [program = '', flag = '', ...rest] = words;
  const isWrapped = /(?:^|\/)(?:ba|z|da)?sh$/.test(program) && /^-\w*c$/.test(flag);
  return (isWrapped ? rest : words).join(' ');
}

/** The path of the file that a call names in its input. */
export function pathOf(input: unknown): string | undefined {
  if (!isObject(input)) return undefined;
  const value = pathKeys.map((key) => input[key]).find((path) => typeof path === 'string');
  return value === '' ? undefined : value;
}

const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.{1,512})$/gm;

/** The files that a call of kind `change` names, and those that a patch in any call names. */
export function changedPaths({ toolName, input }: Call, given?: ToolKinds): string[] {
  const texts = typeof input === 'string' ? [input] : isObject(input) ? Object.values(input) : [];
  const patched = texts.flatMap((text) =>
    typeof text === 'string' ? [...text.matchAll(PATCHED)].map(([, path = '']) => path) : [],
  );
  if (patched.length > 0) return patched;
  const path = pathOf(input);
  return path !== undefined && toolKind({ toolName, input }, given) === 'change' ? [path] : [];
}

function editorVerb(input: unknown): string | undefined {
  if (!isObject(input) || pathOf(input) === undefined) return undefined;
  const { command } = input;
  return typeof command === 'string' && /^\w+$/.test(command) ? command : undefined;
}

function plainName(name: string): string {
  return name
    .slice(name.lastIndexOf('__') + 1)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}

const textKeys = /^(?:content|contents|file_text|text|new_?(?:str|string|text)|diff|patch|edits)$/i;
const searchKeys = /^(?:pattern|query|regex|glob)$/;

function kindByShape({ toolName, input }: Call): ToolKind | undefined {
  if (typeof input === 'string') return input.startsWith('*** Begin Patch') ? 'change' : undefined;
  if (!isObject(input)) return undefined;
  const keys = Object.keys(input);
  if (pathOf(input) !== undefined) {
    if (keys.some((key) => textKeys.test(key))) return 'change';
    if (keys.some((key) => searchKeys.test(key)) && !hasActingWord(toolName)) return 'search';
  }
  return commandOf(input) === undefined ? undefined : 'run';
}

function kindByVerb(name: string): ToolKind {
  const [verb = ''] = wordsOf(name);
  return lookingVerbs.has(verb) && !hasActingWord(name) ? 'read' : 'other';
}

function hasActingWord(name: string): boolean {
  return wordsOf(name).some((word) => actingWords.has(word));
}

function wordsOf(name: string): string[] {
  return name
    .slice(name.lastIndexOf('__') + 1)
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

/** Text that a shell takes literally, in its order: an escape, a comment, either kind of quotes. */
const LITERAL = /\\[^]|(?<![^\s;&|])#[^\n]*|\$'(?:[^'\\]|\\[^])*'|'[^']*'|"(?:[^"\\]|\\[^])*"/g;
/** Output that goes to a file; not to nothing, and not to another stream. */
const WRITES = /(?<!>)>+\|?(?![>|]|\s*(?:\/dev\/null(?![\w/])|&[\d-]))/;

/** Tells whether each program of a command only looks; one whose output goes to a file does not. */
function isLookingCommand(command: string): boolean {
  let runsQuoted = false;
  const plain = command.replaceAll(LITERAL, (text) => {
    // Double quotes do not keep a shell from running what stands in `$(…)`.
    runsQuoted ||= text.startsWith('"') && /`|\$\(/.test(text);
    return text.startsWith('#') ? ' ' : 'quoted';
  });
  if (runsQuoted || WRITES.test(plain) || /`|[$<>]\(/.test(plain)) return false;
  return plain
    .split(/\|[|&]?|&&|(?<!>)&(?!>)|;|[\n\r]/)
    .filter((part) => part.trim() !== '')
    .every((part) => isLookingPart(part, command));
}

const ASKS_FOR_HELP = /^--(?:help|version)$/;

function isLookingPart(part: string, command: string): boolean {
  const words = part
    .trim()
    .split(/\s+/)
    .filter((word) => !/^\w+=/.test(word));
  const [program = '', one = '', two = ''] = words;
  const option = Object.hasOwn(actingOptions, program) ? actingOptions[program] : undefined;
  if (option?.test(program === 'awk' ? command : part) === true) return false;
  if (words.length === 2 && ASKS_FOR_HELP.test(one)) return true;
  if (listingSubcommands.has(`${program} ${one}`))
    return words.slice(2).every((word) => /^-|^\d*>/.test(word));
  return (
    lookingPrograms.has(program) ||
    lookingSubcommands.has(`${program} ${one}`) ||
    lookingSubcommands.has(`${program} ${one} ${two}`)
  );
}
