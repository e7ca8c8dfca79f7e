import { messageText, toolCallsOf } from '@everlong/core';
import { toolKind } from '@everlong/core/internal';

import { isOwnText, type MessageGroup } from '../rendering/message-group.js';

/** Shorter lines occur in too many places to say where they come from, longer ones are data. */
const MIN_LINE_LENGTH = 24;
const MAX_LINE_LENGTH = 400;

/** The number that a tool printed before a line: `  12→`, `12<tab>`, `12:`, `12 | `. */
const LINE_NUMBER = /^\s*\d{1,7}(?:→|\t|:(?!\d)|\s?\|\s)/;

/** Of a longer text only so much at either end is taken apart. */
const MAX_END_LENGTH = 500_000;

export type GroupKind = 'user' | 'reply' | 'read' | 'search' | 'change' | 'run' | 'plan' | 'other';

/** What a group says, taken apart once. */
export interface GroupContents {
  kind: GroupKind;
  /** Lines that can be known again. */
  lines: ReadonlySet<string>;
}

export function readContents(group: MessageGroup): GroupContents {
  const lines = new Set<string>();
  let kind: GroupKind = !group.startsTurn ? 'reply' : isOwnText(group) ? 'user' : 'run';
  for (const message of group.messages) {
    addLines(messageText(message), lines);
    for (const { toolName, input } of toolCallsOf(message)) {
      const does = toolKind({ toolName, input });
      kind = does === 'ask' ? 'plan' : does;
      for (const text of stringsOf(input)) addLines(text, lines);
    }
  }
  return { kind, lines };
}

function addLines(text: string, lines: Set<string>): void {
  for (const raw of linesOf(text)) {
    const line = comparableLine(raw);
    if (line !== undefined) lines.add(line);
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

/** Nobody quotes deeper ones. */
const MAX_DEPTH = 4;

function stringsOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((item) => stringsOf(item, depth + 1));
}
