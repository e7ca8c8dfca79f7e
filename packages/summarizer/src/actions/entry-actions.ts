import { type Entry, isErrorOutput, type ModelMessage, toolOutputText } from '@everlong/core';
import { isObject, jsonText, pathKeys } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import type { Action } from './action.js';
import { createScripts, type Scripts } from './script-writes.js';
import { settleActions } from './settle-actions.js';
import { blockEdits, fencedCommands, type ShellAction, shellActions } from './shell-actions.js';
import { spokenText } from '../reading/spoken-text.js';
import { changeOf, changeOfInput, type TextChange } from './text-change.js';

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
const wholeTextKeys = ['content', 'file_text', 'contents', 'text'];
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

/** The lines of a patch before and after it, as far as it shows them. */
function changeOfPatch(body: string): TextChange {
  const side = (mark: string): string =>
    body
      .split('\n')
      .flatMap((line) => {
        if (line.startsWith('@@')) return line.replaceAll('@@', '').trim();
        return line.startsWith(mark) || line.startsWith(' ') ? line.slice(1) : [];
      })
      .join('\n');
  return changeOf(side('-'), side('+'));
}

/**
 * The calls of the entries in order, each with the failure of its answer, secrets redacted: the
 * result of a tool, or for agents that act by blocks of text the next message.
 */
export function entryActions(entries: readonly Entry[]): Action[] {
  const actions: Action[] = [];
  const byCall = new Map<string, Action[]>();
  const scripts = createScripts();
  let unanswered: Action[] = [];
  for (const entry of entries) {
    const { seq, message } = entry;
    const parts = typeof message.content === 'string' ? [] : message.content;
    if (message.role === 'user') settleActions(unanswered, spokenText(entry), false);
    unanswered = isTextOnly(message) ? blockActions(entry, scripts) : [];
    addActions(actions, unanswered);
    for (const part of parts) {
      if (part.type === 'tool-call') {
        const found = actionsOf(seq, part.toolName, part.input, scripts);
        addActions(actions, found);
        byCall.set(part.toolCallId, found);
      } else if (part.type === 'tool-result') {
        const { output, toolCallId } = part;
        settleActions(byCall.get(toolCallId) ?? [], toolOutputText(output), isErrorOutput(output));
      }
    }
  }
  return actions;
}

const putBack = /\bgit stash (?:pop|apply)\b/;

/** Adds actions; what was put aside before and comes back was not restored. */
function addActions(actions: Action[], added: readonly Action[]): void {
  if (added.some(({ verb, target }) => verb === 'ran' && putBack.test(target))) {
    const index = actions.findLastIndex(
      ({ verb, target }) => verb === 'restored' && target === '.',
    );
    if (index >= 0) actions.splice(index, 1);
  }
  actions.push(...added);
}

function isTextOnly({ role, content }: ModelMessage): boolean {
  if (role !== 'assistant') return false;
  return typeof content === 'string' || content.every(({ type }) => type !== 'tool-call');
}

/** What an agent without tools does by the blocks of its text. */
function blockActions(entry: Entry, scripts: Scripts): Action[] {
  const text = spokenText(entry);
  const edits = fileActions(entry.seq, 'edit', blockEdits(text));
  const commands = fencedCommands(text).flatMap((command) =>
    commandActions(entry.seq, 'shell', command, scripts),
  );
  return [...edits, ...commands];
}

function actionsOf(seq: number, toolName: string, input: unknown, scripts: Scripts): Action[] {
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
      verb === 'read' && isObject(input) && rangeKeys.some((key) => hasValue(input, key));
    const isChange = verb === 'edited' || verb === 'written';
    if (verb === 'written') scripts.written(path, textOf(input, wholeTextKeys));
    const change = isChange && isObject(input) ? redactedChange(changeOfInput(input)) : undefined;
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
  if (command !== '') return commandActions(seq, toolName, command, scripts);
  const [first] = Object.entries(isObject(input) ? input : {});
  const target =
    first === undefined ? '' : redactSecrets(textValue(first[1]).slice(0, 400), first[0]);
  return [{ seq, verb: 'called', toolName, target }];
}

function redactedChange(change: TextChange | undefined): TextChange | undefined {
  if (change === undefined) return undefined;
  const names = change.names.filter((name) => redactSecrets(name) === name);
  const { before, after } = change.sample ?? {};
  if (before === undefined || after === undefined) return { ...change, names };
  return {
    ...change,
    names,
    sample: { before: redactSecrets(before), after: redactSecrets(after) },
  };
}

/** The command does not show how many lines it changes. */
function ofUnknownSize(sample: { before: string; after: string }): TextChange {
  const [before = '', after = ''] = [sample.before, sample.after].map((text) =>
    redactSecrets(text),
  );
  return { added: 0, removed: 0, names: [], sample: { before, after } };
}

function commandActions(
  seq: number,
  toolName: string,
  command: string,
  scripts: Scripts,
): Action[] {
  const files = fileActions(seq, toolName, shellActions(command));
  const changing = files.filter(({ verb }) => verb === 'edited' || verb === 'written');
  const known = new Set(changing.map(({ target }) => target));
  const written = scripts
    .writtenBy(command)
    .map((path) => redactSecrets(path))
    .filter((path) => !known.has(path))
    .map((target): Action => ({ seq, verb: 'edited', toolName, target, partial: true }));
  return [...files, ...written, { seq, verb: 'ran', toolName, target: redactSecrets(command) }];
}

function fileActions(seq: number, toolName: string, found: readonly ShellAction[]): Action[] {
  return found.map(({ verb, path, partial, followed, replaced }) => ({
    seq,
    verb,
    toolName,
    target: redactSecrets(path),
    ...(partial ? { partial } : {}),
    ...(followed ? { followed } : {}),
    ...(replaced ? { change: ofUnknownSize(replaced) } : {}),
  }));
}

function hasValue(input: Record<string, unknown>, key: string): boolean {
  return Object.hasOwn(input, key) && input[key] !== null && input[key] !== undefined;
}

function textOf(input: unknown, keys: readonly string[]): string {
  if (!isObject(input)) return '';
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
