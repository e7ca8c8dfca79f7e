import type { ToolCallPart } from '@everlong/core';
import {
  changedPaths,
  commandOf,
  isObject,
  jsonText,
  pathOf,
  type ToolKinds,
} from '@everlong/core/internal';

import { oneLine, SEPARATOR, shorten } from '../reading/shorten.js';

const MAX_LENGTH = 120;
const MAX_LINE_LENGTH = 70;

type Call = Pick<ToolCallPart, 'toolName' | 'input'>;

/** A call as one line. */
export interface DescribedCall {
  what: string;
  /** What it shares with other calls of its kind. */
  kind: string;
  /** Whether the line leaves something out, so that the next one of its kind may stand for both. */
  isBrief?: boolean;
}

export function describeCall(call: Call, kinds?: ToolKinds): DescribedCall {
  const { input } = call;
  const toolName = oneLine(call.toolName);
  const command = commandOf(input);
  if (command !== undefined) {
    return {
      what: `$ ${shorten(joinLines(plainCommand(command)), MAX_LENGTH)}`,
      kind: `$ ${programOf(command)}`,
    };
  }
  const paths = changedPaths(call, kinds);
  const named = paths.length === 0 ? pathOf(input) : paths.join(', ');
  if (named === undefined) {
    return {
      what: `${toolName} ${shorten(argumentsText(input), MAX_LENGTH)}`.trim(),
      kind: toolName,
    };
  }
  const target = oneLine(named);
  const all = argumentsText(input);
  if (isObject(input) && all.length <= MAX_LENGTH && !TEXT_KEYS.some((key) => key in input)) {
    return { what: `${toolName} ${all}`, kind: `${toolName} ${target}` };
  }
  const added = paths.length === 0 ? '' : newLine(input);
  return {
    what: `${toolName} ${shorten(target, 2 * MAX_LENGTH)}${added === '' ? '' : `: + ${added}`}`,
    kind: `${toolName} ${target}`,
    isBrief: true,
  };
}

/** The lines of a command as one: they are commands of their own. */
function joinLines(command: string): string {
  return command
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
    .join(SEPARATOR);
}

/** A command without the change of folder before it. */
function plainCommand(command: string): string {
  return command.replace(/^\s*cd [^&;\n]{1,300}(?:&&|;)\s*/, '');
}

/** The program of a command and its subcommand or file: `npm test`, `pytest a.py`. */
function programOf(command: string): string {
  const [last = ''] = (command.split(/&&|;|\n/).findLast((part) => /\w/.test(part)) ?? '').split(
    '|',
  );
  const words = last
    .replaceAll(/[()]/g, ' ')
    .trim()
    .split(/\s+/, 6)
    .filter((word) => !/^\w+=/.test(word));
  const [program = '', ...rest] = words;
  const [one = '', two = ''] = rest.filter((word) => !word.startsWith('-'));
  // `npm run lint` is no run of `npm run build`.
  const target = one === 'run' || one === 'exec' ? `${one} ${two}` : one;
  return `${program} ${target}`.trim().slice(0, 200);
}

function argumentsText(input: unknown): string {
  if (!isObject(input)) return typeof input === 'string' ? oneLine(input) : '';
  const known = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  return known
    .map(
      ([key, value]) =>
        `${oneLine(key)}=${oneLine(typeof value === 'string' ? value : jsonText(value))}`,
    )
    .join(' ');
}

const OLD_KEYS = ['old_string', 'old_str', 'oldText', 'old_text', 'oldString', 'search'];
const NEW_KEYS = ['new_string', 'new_str', 'newText', 'new_text', 'newString', 'replace'];

/** Inputs that hold the text of a file or of a part of it. */
const TEXT_KEYS = [
  ...OLD_KEYS,
  ...NEW_KEYS,
  'content',
  'contents',
  'file_text',
  'edits',
  'patch',
  'diff',
];

/** The first line that an edit adds, as far as its input shows it. */
function newLine(input: unknown): string {
  if (typeof input === 'string') return patchLine(input);
  if (!isObject(input)) return '';
  const { edits } = input;
  if (Array.isArray(edits)) return newLine(edits[0]);
  const after = NEW_KEYS.map((key) => input[key]).find((value) => typeof value === 'string');
  if (after === undefined) return patchLine(Object.values(input).find(isPatch) ?? '');
  const before = OLD_KEYS.map((key) => input[key]).find((value) => typeof value === 'string') ?? '';
  const held = new Set(before.split('\n').map(oneLine));
  const line = after
    .split('\n')
    .map(oneLine)
    .find((each) => each.length > 2 && !held.has(each));
  return shorten(line ?? '', MAX_LINE_LENGTH);
}

function isPatch(value: unknown): value is string {
  return typeof value === 'string' && value.includes('*** Begin Patch');
}

function patchLine(patch: string): string {
  const line = patch.split('\n').find((each) => /^\+(?!\+\+).*\w/.test(each));
  return shorten(oneLine(line?.slice(1) ?? ''), MAX_LINE_LENGTH);
}
