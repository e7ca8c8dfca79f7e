import { isErrorOutput, messageText, toolCallsOf, toolResultsOf } from '@everlong/core';
import { pathKeys, toolKind } from '@everlong/core/internal';

import { isOwnText, type MessageGroup } from '../rendering/message-group.js';

/** Shorter lines occur in too many places to say where they come from, longer ones are data. */
const MIN_LINE_LENGTH = 24;
const MAX_LINE_LENGTH = 400;

/** The number that a tool printed before a line: `  12→`, `12<tab>`, `12:`, `12 | `. */
const LINE_NUMBER = /^\s*\d{1,7}(?:→|\t|:(?!\d)|\s?\|\s)/;

/** A file in a command: a name with an extension, perhaps after folders. */
const FILE_NAME = /[\w@.-]*[\w-]\.[a-zA-Z]\w{0,7}\b/g;

/** Of a longer command only the beginning is read for names of files. */
const MAX_COMMAND_LENGTH = 2000;

/** Of a longer text only so much at either end is taken apart. */
const MAX_END_LENGTH = 500_000;

export type GroupKind = 'user' | 'reply' | 'read' | 'search' | 'change' | 'run' | 'plan' | 'other';

/** What a group says, taken apart once. */
export interface GroupContents {
  kind: GroupKind;
  /** Lines that can be known again: all of them, and those that the assistant wrote. */
  lines: ReadonlySet<string>;
  written: ReadonlySet<string>;
  /** The last names of the files that its calls name. */
  files: ReadonlySet<string>;
  /** Whether the last of its calls failed. */
  failed: boolean;
}

export function readContents(group: MessageGroup): GroupContents {
  const lines = new Set<string>();
  const written = new Set<string>();
  const files = new Set<string>();
  let kind: GroupKind = !group.startsTurn ? 'reply' : isOwnText(group) ? 'user' : 'run';
  let failed = false;
  for (const message of group.messages) {
    const isAnswer = message.role === 'assistant';
    addLines(messageText(message), isAnswer ? [lines, written] : [lines]);
    for (const { toolName, input } of toolCallsOf(message)) {
      const does = toolKind({ toolName, input });
      kind = does === 'ask' ? 'plan' : does;
      addFiles(files, input);
      for (const text of stringsOf(input)) addLines(text, [lines, written]);
    }
    for (const { output } of toolResultsOf(message)) failed = isErrorOutput(output);
  }
  return { kind, lines, written, files, failed };
}

function addLines(text: string, sets: readonly Set<string>[]): void {
  for (const raw of linesOf(text)) {
    const line = comparableLine(raw);
    if (line === undefined) continue;
    for (const set of sets) set.add(line);
  }
}

function linesOf(text: string): string[] {
  if (text.length <= 2 * MAX_END_LENGTH) return text.split('\n');
  const ends = [text.slice(0, MAX_END_LENGTH), text.slice(-MAX_END_LENGTH)];
  return ends.flatMap((end) => end.split('\n'));
}

/** A line as it is known again in another place; `undefined` for one that says too little. */
export function comparableLine(text: string): string | undefined {
  if (text.length < MIN_LINE_LENGTH || text.length > MAX_LINE_LENGTH) return undefined;
  const line = text.replace(LINE_NUMBER, '').trim();
  return line.length < MIN_LINE_LENGTH ? undefined : line;
}

function addFiles(files: Set<string>, input: unknown): void {
  if (typeof input !== 'object' || input === null) {
    if (typeof input === 'string') addNames(files, input);
    return;
  }
  for (const [key, value] of Object.entries(input)) {
    if (typeof value !== 'string') continue;
    if (pathKeys.includes(key)) files.add(value.slice(value.lastIndexOf('/') + 1));
    else if (/command|cmd|patch|script|input/.test(key)) addNames(files, value);
  }
}

function addNames(files: Set<string>, text: string): void {
  for (const [name] of text.slice(0, MAX_COMMAND_LENGTH).matchAll(FILE_NAME)) files.add(name);
}

/** Nobody quotes deeper ones. */
const MAX_DEPTH = 4;

function stringsOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((item) => stringsOf(item, depth + 1));
}
