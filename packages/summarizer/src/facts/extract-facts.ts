import type { ValueKind } from '@everlong/core';

import type { Segment } from '../reading/entry-segments.js';
import { endsWithOffsets } from '../reading/ends.js';
import { firstWords } from '../reading/quote.js';
import { fencedCommands } from '../actions/shell-actions.js';

/** The kinds of items that are more than a single value. */
export type FactKind = Extract<ValueKind, 'command' | 'error' | 'frame' | 'name' | 'setting'>;

/** An exact value of several words: `text.slice(start, start + value.length) === value`. */
export interface Fact {
  kind: Exclude<FactKind, 'setting'>;
  value: string;
  start: number;
}

/** Longer values are cut to this length, in UTF-16 units; their start identifies them. */
const MAX_LENGTH = { command: 400, error: 400, frame: 200, name: 60 } as const;
/** Limits for one output; the first and the last lines of a trace name the cause. */
const MAX_ERRORS = 4;
const MAX_FRAMES = 3;
/** Errors are at the start or end of an output; its middle is likely text of files. */
const MAX_END_LENGTH = 20_000;
/** Longer lines are data. */
const MAX_LINE_LENGTH = 1_000;

const commandKey = / (?:command|cmd|commands|script)$/;
/** Words that every line about a failure contains. */
const errorSign =
  /[Ee]rror|ERROR|Exception|Failure|FATAL|[Ff]atal|[Pp]anic|FAIL|not found|No such file|ermission denied|\bE[A-Z]{5,14}\b/g;
/** Names the failure by its class or by a leading word, not in a sentence. */
const errorLine =
  /\b[A-Z]\w*(?:Error|Exception|Failure)\b(?: ?\[[\w-]+\])?:|(?:^|[ \t:])(?:[Ee]rror|ERROR|FATAL|[Ff]atal|[Pp]anic(?:ked)?)(?:\[\w+\])?(?: TS\d+)?:|^FAIL(?:ED)?\b|\bcommand not found\b|\bNo such file or directory\b|\bPermission denied\b|\b(?:ENOENT|EACCES|ECONNREFUSED|EADDRINUSE)\b/;
/** A line of code, or of a search through code, that only mentions errors. */
const sourceLine =
  /^\s*(?:\S*?\d+[:→-]|\/\/|#|\*|(?:raise|throw|except|catch|return|if)\b)|[,{(;]\s*$|\b[Ee]rror\??: (?:str|string|unknown|any|bool\w*|int|Error|Exception)\b/;
/** A line of a compiler, which names the position in the source first. */
const compilerLine = /(?:^|[ \t])error(?:\[[A-Z]+\d+\]| [A-Z]+\d+): \S/;
/** An error that somebody mentions in a sentence or pastes. */
const saidError =
  /(?<![\w.])(?:[A-Z]\w*(?:Error|Exception)|error [A-Z]+\d+)(?: ?\[[\w-]+\])?: [^\n]{3,}/g;
const MAX_SAID_ERRORS = 4;
/** A line that says that a call failed but not why. */
const bareFailure =
  /^(?:error|failed|failure|exit code:? -?\d+|(?:command|process) exited with (?:exit )?code -?\d+|\(?no output\)?|error: command failed)[.:]?$/i;
const stackFrame =
  /^[ \t]*((?:at (?:async )?[^\n()]{1,120} \([^\n()]{1,200}:\d+:\d+\)|at [^\s()]{1,200}:\d+:\d+|File "[^"\n]{1,200}", line \d+(?:, in [^\n]{1,60})?|\S{1,120}\.go:\d+ \+0x[\da-f]+))[ \t]*$/gm;
const frameSigns = ['  at ', '\tat ', '\nat ', 'File "', '.go:'];
const foreignFrame =
  /node_modules|\bnode:|\(internal\/|<anonymous>|(?:site|dist)-packages|"<|\/lib\/python|\/go\/(?:src|pkg)\/|\/usr\/lib\//;
const quoted = /(?<![\w"“`])(?:"([^"\n]{3,60})"|“([^”\n]{3,60})”)(?!\w)/g;
const nameShape = /^[\p{L}\p{N}][\p{L}\p{N}'’&./+ -]*[\p{L}\p{N})]$/u;

/**
 * The facts of a segment: commands that calls ran, lines that report failures, frames of their
 * stack traces, and quoted names of one to five words (of the assistant's, only those in which
 * every word is capitalised). Linear.
 */
export function extractFacts(segment: Segment): Fact[] {
  if (segment.spoken) {
    if (segment.lead !== '') return commandKey.test(segment.lead) ? commandFact(segment.text) : [];
    return [...fencedFacts(segment), ...nameFacts(segment), ...saidErrors(segment)];
  }
  const errors = errorFacts(segment);
  // A trace without a failure is a listing.
  return errors.length === 0 ? errors : [...errors, ...frameFacts(segment)];
}

function commandFact(text: string): Fact[] {
  const command = text.trim();
  if (command === '' || /^\w+$/.test(command)) return [];
  const value = commandValue(command);
  return [{ kind: 'command', value, start: text.indexOf(value) }];
}

function fencedFacts({ text, speaker }: Segment): Fact[] {
  if (speaker !== 'assistant' || !text.includes('```')) return [];
  return fencedCommands(text).flatMap((command) => {
    const value = commandValue(command.trim());
    const start = text.indexOf(value);
    return value === '' || start < 0 ? [] : [{ kind: 'command' as const, value, start }];
  });
}

/** The text of a here-document is not part of the command. */
function commandValue(command: string): string {
  const hasDocument = /<<-?\s*['"]?\w/.test(command);
  return clip(hasDocument ? (command.split('\n', 1)[0] ?? '') : command, 'command');
}

function nameFacts({ text, speaker }: Segment): Fact[] {
  if (!text.includes('"') && !text.includes('“')) return [];
  return [...text.matchAll(quoted)].flatMap((match) => {
    const value = match[1] ?? match[2] ?? '';
    const words = value.split(' ');
    const isName =
      words.length <= 5 &&
      nameShape.test(value) &&
      (speaker === 'user' ||
        (words.length > 1 && words.every((word) => /^[\p{Lu}\d]/u.test(word))));
    return isName ? [{ kind: 'name' as const, value, start: match.index + 1 }] : [];
  });
}

function errorFacts({ text, failed = false }: Segment): Fact[] {
  const found: Fact[] = [];
  for (const { part, offset } of endsWithOffsets(text, MAX_END_LENGTH)) {
    let lineEnd = -1;
    for (const match of part.matchAll(errorSign)) {
      if (match.index < lineEnd) continue;
      const lineStart = part.lastIndexOf('\n', match.index) + 1;
      const newline = part.indexOf('\n', match.index);
      lineEnd = newline < 0 ? part.length : newline;
      const line = part.slice(lineStart, lineEnd);
      const trimmed = line.trim();
      if (line.length > MAX_LINE_LENGTH || !isError(trimmed)) {
        continue;
      }
      const start = offset + lineStart + line.indexOf(trimmed);
      found.push({ kind: 'error', value: clip(trimmed, 'error'), start });
    }
  }
  if (found.length > 0 || !failed) return found.slice(-MAX_ERRORS);
  for (const match of text.slice(0, MAX_END_LENGTH).matchAll(/\S[^\n]*/g)) {
    const line = match[0].trimEnd();
    if (bareFailure.test(line)) continue;
    return [{ kind: 'error', value: clip(line, 'error'), start: match.index }];
  }
  return [];
}

/**
 * The rest of the line from the name of the error, up to the end of its inline code if it is in
 * one.
 */
function saidErrors({ text }: Segment): Fact[] {
  if (!/rror|Exception/.test(text)) return [];
  const found: Fact[] = [];
  for (const { part, offset } of endsWithOffsets(text, MAX_END_LENGTH)) {
    for (const { 0: line, index } of part.matchAll(saidError)) {
      if (line.length > MAX_LINE_LENGTH || sourceLine.test(line)) continue;
      const isInCode = part.charAt(index - 1) === '`' && line.includes('`');
      const value = clip((isInCode ? line.slice(0, line.indexOf('`')) : line).trimEnd(), 'error');
      found.push({ kind: 'error', value, start: offset + index });
    }
  }
  return found.slice(-MAX_SAID_ERRORS);
}

function isError(line: string): boolean {
  if (compilerLine.test(line)) return true;
  return errorLine.test(line) && !sourceLine.test(line) && !bareFailure.test(line);
}

function frameFacts({ text }: Segment): Fact[] {
  const found: Fact[] = [];
  for (const { part, offset } of endsWithOffsets(text, MAX_END_LENGTH)) {
    if (!frameSigns.some((sign) => part.includes(sign))) continue;
    for (const match of part.matchAll(stackFrame)) {
      const value = clip(match[1] ?? '', 'frame');
      found.push({ kind: 'frame', value, start: offset + match.index + match[0].indexOf(value) });
    }
  }
  const own = found.filter(({ value }) => isOwnFrame(value));
  const best = own.length > 0 ? own : found;
  // Python names the place of the error last, others name it first.
  return best[0]?.value.startsWith('File') === true
    ? best.slice(-MAX_FRAMES).toReversed()
    : best.slice(0, MAX_FRAMES);
}

/** Whether a stack frame is in code that is neither installed nor a part of the language. */
export function isOwnFrame(frame: string): boolean {
  return !foreignFrame.test(frame);
}

function clip(text: string, kind: Fact['kind']): string {
  return text.length <= MAX_LENGTH[kind] ? text : firstWords(text, Infinity, MAX_LENGTH[kind]);
}
