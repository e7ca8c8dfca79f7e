import type { ModelMessage, ToolResultOutput } from '@everlong/core';

import { comparableLines } from '../messages/comparable-lines.js';
import { stringLeaves } from '../messages/message-facts.js';
import type { FileAction } from './file-action.js';
import { fileActions } from './file-actions.js';

/**
 * Where a line is in a text: its number in the file if a tool printed it, else its place from
 * 1.
 */
export type LineNumbers = ReadonlyMap<string, number>;

/** The parts of a message that concern files, in order. */
export type FilePart =
  | { type: 'call'; id: string; actions: readonly FileAction[] }
  | {
      type: 'result';
      id: string;
      isError: boolean;
      text: string;
      lines: LineNumbers;
      /** The tool printed numbers before the lines. */
      isNumbered: boolean;
    };

/** The lines and file parts of a message, for scoring. */
export interface MessageParts {
  /** All lines that are long enough to be compared. */
  lines: ReadonlySet<string>;
  /** Those of them that are neither in a result nor what a call writes to a file. */
  loose: ReadonlySet<string>;
  parts: readonly FilePart[];
}

/** The last fenced command of an agent without tools, and the message with its output. */
const FENCED = /```(?:bash|sh|shell)\n([^]*?)\n```\s*$/;
const OUTPUT = /^<returncode>(-?\d+)<\/returncode>\s*<output>\n?([^]*?)\n?<\/output>/;
const FENCED_ID = 'fenced command';

export function messageParts(message: ModelMessage): MessageParts {
  const lines = new Set<string>();
  const loose = new Set<string>();
  const parts: FilePart[] = [];

  function addLoose(text: string): void {
    for (const line of comparableLines(text)) {
      lines.add(line.text);
      loose.add(line.text);
    }
  }

  function addCall(id: string, actions: readonly FileAction[], texts: readonly string[]): void {
    parts.push({ type: 'call', id, actions });
    const written = new Set(
      actions
        .flatMap((action) => (action.op === 'read' ? [] : textsOf(action)))
        .flatMap((text) => [...comparableLines(text)].map((line) => line.text)),
    );
    for (const line of written) lines.add(line);
    for (const line of texts.flatMap((text) => [...comparableLines(text)])) {
      lines.add(line.text);
      // The path of an edit, say, or the command around what it writes.
      if (!written.has(line.text)) loose.add(line.text);
    }
  }

  function addResult(id: string, hasFailed: boolean, text: string): void {
    const numbers = new Map<string, number>();
    let isNumbered = false;
    for (const { text: line, number, index } of comparableLines(text)) {
      lines.add(line);
      numbers.set(line, number ?? index + 1);
      isNumbered ||= number !== undefined;
    }
    parts.push({ type: 'result', id, isError: hasFailed, text, lines: numbers, isNumbered });
  }

  function addText(text: string): void {
    const output = message.role === 'user' ? OUTPUT.exec(text) : null;
    if (output !== null) addResult(FENCED_ID, output[1] !== '0', output[2] ?? '');
    else addLoose(text);
    const command = message.role === 'assistant' ? FENCED.exec(text)?.[1] : undefined;
    if (command !== undefined) addCall(FENCED_ID, fileActions('', command), []);
  }

  if (typeof message.content === 'string') addText(message.content);
  else {
    for (const part of message.content) {
      if (part.type === 'text' || part.type === 'reasoning') addText(part.text);
      else if (part.type === 'tool-call') {
        addCall(part.toolCallId, fileActions(part.toolName, part.input), stringLeaves(part.input));
      } else if (part.type === 'tool-result') {
        addResult(part.toolCallId, isError(part.output), outputStrings(part.output).join('\n'));
      }
    }
  }
  return { lines, loose, parts };
}

function textsOf(action: Exclude<FileAction, { op: 'read' }>): string[] {
  return action.op === 'write' ? [action.text] : [action.before, action.after];
}

function outputStrings(output: ToolResultOutput): string[] {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return textStrings(output.value);
    case 'json':
    case 'error-json':
      return stringLeaves(output.value);
    case 'execution-denied':
      return [];
    case 'content':
      return output.value.flatMap((item) => (item.type === 'text' ? textStrings(item.text) : []));
  }
}

/** A text, or the strings in it if it is JSON. */
function textStrings(text: string): string[] {
  if (!/^\s*[[{]/.test(text)) return [text];
  try {
    return stringLeaves(JSON.parse(text));
  } catch {
    return [text];
  }
}

function isError({ type }: ToolResultOutput): boolean {
  return type === 'error-text' || type === 'error-json' || type === 'execution-denied';
}
