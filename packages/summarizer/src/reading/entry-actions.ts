import { type Entry, isErrorOutput, toolOutputText } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { pathKeys } from './path-keys.js';
import { blockEdits, fencedCommands, type ShellAction, shellActions } from './shell-actions.js';
import { spokenText } from './spoken-text.js';
import { changeOf, changeOfInput, type TextChange } from './text-change.js';

/** What an assistant did with a tool, in terms common to all families of agents. */
export interface Action {
  seq: number;
  verb: 'read' | 'edited' | 'written' | 'deleted' | 'ran' | 'called';
  toolName: string;
  /** A path for the first four, a command for `ran`, the first short input for `called`. */
  target: string;
  /** Whether a file was read in part, or changed in a way that the call shows only in part. */
  partial?: boolean;
  /** The change, as far as the call shows it. */
  change?: TextChange;
  /** For a failure: the most informative line of the result. */
  error?: string;
}

/** Inputs that ask for a part of a file. */
const rangeKeys = [
  'offset',
  'limit',
  'view_range',
  'start_line',
  'line_start',
  'startLine',
  'lines',
  'range',
];
const commandKeys = ['command', 'cmd', 'commands', 'script'];
const verbs: readonly [RegExp, Action['verb']][] = [
  [/delete|remove|unlink/i, 'deleted'],
  [/write|create|save/i, 'written'],
  [/edit|replace|patch|insert|append|update|modify|rename/i, 'edited'],
  [/read|view|open|cat|show|get/i, 'read'],
];
/** Tools that take the path of a folder, or describe a file without its text. */
const ofFolders = /dir|folder|info|stat|search|find/i;
const patchLine = /^\*\*\* (Add|Update|Delete) File: (.{1,512})$/gm;
const patchVerbs = { Add: 'written', Update: 'edited', Delete: 'deleted' } as const;

/** The removed and the added lines of a patch. */
function changeOfPatch(body: string): TextChange {
  const marked = (mark: string): string =>
    body
      .split('\n')
      .filter((line) => line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  return changeOf(marked('-'), marked('+'));
}

/** The calls of the entries in order, each with the failure of its result, secrets redacted. */
export function entryActions(entries: readonly Entry[]): Action[] {
  const actions: Action[] = [];
  const byCall = new Map<string, Action[]>();
  for (const entry of entries) {
    const { seq, message } = entry;
    const parts = typeof message.content === 'string' ? [] : message.content;
    if (message.role === 'assistant' && !parts.some(({ type }) => type === 'tool-call')) {
      const text = spokenText(entry);
      actions.push(...fileActions(seq, 'edit', blockEdits(text)));
      for (const command of fencedCommands(text)) {
        actions.push(...commandActions(seq, 'shell', command));
      }
    }
    for (const part of parts) {
      if (part.type === 'tool-call') {
        const found = actionsOf(seq, part.toolName, part.input);
        actions.push(...found);
        byCall.set(part.toolCallId, found);
      } else if (part.type === 'tool-result' && isErrorOutput(part.output)) {
        const error = errorLine(toolOutputText(part.output));
        for (const action of byCall.get(part.toolCallId) ?? []) action.error = error;
      }
    }
  }
  return actions;
}

function actionsOf(seq: number, toolName: string, input: unknown): Action[] {
  const patch = typeof input === 'string' ? input : textOf(input, ['patch', 'input', 'diff']);
  if (patch.includes('*** ')) {
    const found = [...patch.matchAll(patchLine)];
    const patched = found.map(({ 0: line, 1: kind, 2: target = '', index }, place) => {
      const body = patch.slice(index + line.length, found[place + 1]?.index);
      const verb = patchVerbs[kind as keyof typeof patchVerbs];
      const change = verb === 'deleted' ? undefined : redactedChange(changeOfPatch(body));
      return { seq, verb, toolName, target: redactSecrets(target), ...(change && { change }) };
    });
    if (patched.length > 0) return patched;
  }
  const command = textOf(input, commandKeys);
  const path = textOf(input, pathKeys);
  // Editors of the `str_replace_editor` kind name the verb in `command`.
  const name = path !== '' && /^\w+$/.test(command) ? command : toolName;
  const verb = ofFolders.test(name)
    ? undefined
    : verbs.find(([pattern]) => pattern.test(name))?.[1];
  if (path !== '' && verb !== undefined) {
    const partial =
      verb === 'read' && isRecord(input) && rangeKeys.some((key) => hasValue(input, key));
    const isChange = verb === 'edited' || verb === 'written';
    const change = isChange && isRecord(input) ? redactedChange(changeOfInput(input)) : undefined;
    return [
      {
        seq,
        verb,
        toolName,
        target: redactSecrets(path),
        ...(partial && { partial }),
        ...(change && { change }),
      },
    ];
  }
  if (command !== '') return commandActions(seq, toolName, command);
  const [first] = Object.entries(isRecord(input) ? input : {});
  const target =
    first === undefined ? '' : redactSecrets(textValue(first[1]).slice(0, 400), first[0]);
  return [{ seq, verb: 'called', toolName, target }];
}

function redactedChange(change: TextChange | undefined): TextChange | undefined {
  return (
    change && { ...change, names: change.names.filter((name) => redactSecrets(name) === name) }
  );
}

function commandActions(seq: number, toolName: string, command: string): Action[] {
  const files = fileActions(seq, toolName, shellActions(command));
  return [...files, { seq, verb: 'ran', toolName, target: redactSecrets(command) }];
}

function fileActions(seq: number, toolName: string, found: readonly ShellAction[]): Action[] {
  return found.map(({ verb, path, partial }) => ({
    seq,
    verb,
    toolName,
    target: redactSecrets(path),
    ...(partial ? { partial } : {}),
  }));
}

function hasValue(input: Record<string, unknown>, key: string): boolean {
  return Object.hasOwn(input, key) && input[key] !== null && input[key] !== undefined;
}

function textOf(input: unknown, keys: readonly string[]): string {
  if (!isRecord(input)) return '';
  for (const key of keys) {
    const text = Object.hasOwn(input, key) ? textValue(input[key]) : '';
    if (text !== '') return text;
  }
  return '';
}

function textValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? value.join(' ') : '';
  return value === undefined || value === null ? '' : jsonText(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Patterns that name a failure, best first. */
const failureSigns = [
  /\b\w*(?:Error|Exception)\b(?: \[\w+\])?:|\berror(?:\[\w+\]| [A-Z]+\d+)?:/,
  /(?:error|exception|fatal|denied|not found|cannot)\b/i,
];

/**
 * The most informative line of a failed result: the last one that names a failure, else the last
 * one.
 */
function errorLine(output: string): string {
  const lines = output
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const [named] = failureSigns.flatMap((sign) => lines.findLast((line) => sign.test(line)) ?? []);
  return redactSecrets(named ?? lines.at(-1) ?? 'failed');
}
