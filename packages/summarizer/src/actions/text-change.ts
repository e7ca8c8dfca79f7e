import { isObject } from '@everlong/core/internal';

/** What an edit did to the lines of a file, as far as its call shows it. */
export interface TextChange {
  added: number;
  removed: number;
  /**
   * The functions, classes and settings of the new text that it affects, in order, without repeats.
   */
  names: string[];
  /** Those that only the old text declares. */
  gone?: string[];
  /** A line that an edit replaces, and one in its place; either may be empty. */
  sample?: { before: string; after: string };
}

/** The maximum number of names of a change and of a file. */
const MAX_CHANGE_NAMES = 4;
const MAX_TEXT_LENGTH = 40_000;
const MAX_LINE_LENGTH = 200;
const MAX_SAMPLE_LENGTH = 120;

const modifiers = String.raw`(?:(?:export|default|async|public|private|protected|internal|static|abstract|final|override|virtual|pub(?:\([^)\n]{0,20}\))?|unsafe|inline|declare|sealed)\s+)*`;
const newName = String.raw`\s+(?:\([^()\n]{0,60}\)\s*)?([\p{L}_$][\p{L}\p{M}\p{N}_$]{2,79})(?![\p{L}\p{M}\p{N}_$])[?!]?`;
/** Code goes on like this after a name, prose and comments do not. */
const goesOn = String.raw`(?=\s*(?:[({:<=[;,]|$|(?:extends|implements|do|where|when|of)\b))`;
/** What a line declares: functions and types, else variables. */
const declared = [
  'function\\*?|class|defp?|defmacrop?|defmodule|const fn|const enum|fn|func|fun|interface|type|struct|enum|trait|module',
  'const|let|var',
].map((words) => new RegExp(String.raw`^\s*${modifiers}(?:${words})${newName}${goesOn}`, 'u'));
const keyed = /^\s*(?:export\s+)?["']?([A-Za-z_][\w.-]{2,39})["']?\s{0,2}[:=](?![=>])/;

const oldKeys = ['old_string', 'old_str', 'oldString', 'oldText', 'old_text', 'search'];
const newKeys = ['new_string', 'new_str', 'newString', 'newText', 'new_text', 'replace'];
const wholeKeys = ['content', 'file_text', 'contents', 'text'];

/** The change that the input of an editing call describes; `undefined` if it shows none. */
export function changeOfInput(input: Readonly<Record<string, unknown>>): TextChange | undefined {
  const { edits } = input;
  const all = Array.isArray(edits) ? edits.filter(isObject) : [input];
  const changes = all.flatMap((edit) => {
    const [before, after] = [textOf(edit, oldKeys), textOf(edit, newKeys)];
    if (before !== undefined || after !== undefined) return [changeOf(before ?? '', after ?? '')];
    const whole = textOf(edit, wholeKeys);
    return whole === undefined ? [] : [changeOf('', whole)];
  });
  return changes.length === 0 ? undefined : changes.reduce(joinChanges);
}

/** The change from one text to the other. */
export function changeOf(before: string, after: string): TextChange {
  const [left, right] = [before, after].map(linesOf) as [string[], string[]];
  const added = without(right, left);
  const removed = without(left, right);
  const changed = namesIn(added);
  const names = changed.length > 0 ? changed : namesIn(right);
  const stay = new Set(declaredIn(right));
  const gone = declaredIn(removed).filter((name) => !stay.has(name));
  return {
    added: added.length,
    removed: removed.length,
    names: names.slice(0, MAX_CHANGE_NAMES),
    ...(gone.length === 0 ? {} : { gone }),
    // What is written whole replaces nothing.
    ...(left.length === 0 ? {} : { sample: sampleOf(removed, added) }),
  };
}

function sampleOf(
  removed: readonly string[],
  added: readonly string[],
): NonNullable<TextChange['sample']> {
  return { before: tellingLine(removed), after: tellingLine(added) };
}

/** Comments, brackets and keywords alone, which do not say what a change is about. */
const untelling =
  /^(?:\/\/|\/?\*|#(?!\w)|<!--|"""|'''|[^\p{L}\p{N}]*$|(?:try|else|do|finally|begin|end|pass)\b\W*$)/u;

/** The first line that says something, else the first one; without the blanks around it. */
function tellingLine(lines: readonly string[]): string {
  const trimmed = lines.map((line) => line.trim());
  const line = trimmed.find((text) => !untelling.test(text)) ?? trimmed[0] ?? '';
  return beginningOf(line, MAX_SAMPLE_LENGTH).trimEnd() || line;
}

/**
 * Joins two changes of a file, the earlier one first. More names of the later one stay, and none
 * that it took away.
 */
export function joinChanges(left: TextChange, right: TextChange): TextChange {
  const { names: newer, gone = [] } = right;
  const names = [
    ...left.names.filter((name) => !newer.includes(name) && !gone.includes(name)),
    ...newer,
  ];
  const sample = left.sample ?? right.sample;
  const lost = [...(left.gone ?? []).filter((name) => !newer.includes(name)), ...gone];
  return {
    added: left.added + right.added,
    removed: left.removed + right.removed,
    names: names.slice(-MAX_CHANGE_NAMES),
    ...(lost.length === 0 ? {} : { gone: lost }),
    ...(sample === undefined ? {} : { sample }),
  };
}

function linesOf(text: string): string[] {
  return beginningOf(text, MAX_TEXT_LENGTH)
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/** Without a word that the limit would cut: a part of a name is no name. */
function beginningOf(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = Math.max(...[' ', '\n'].map((gap) => text.lastIndexOf(gap, maxLength)));
  return text.slice(0, end + 1);
}

/** The lines that `others` lacks, counting repeats. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count === 0;
  });
}

/** Declared names, of functions and types first or, without any, the keys of settings. */
function namesIn(lines: readonly string[]): string[] {
  for (const pattern of [...declared, keyed]) {
    const found = namesBy(pattern, lines);
    if (found.length > 0) return found;
  }
  return [];
}

function declaredIn(lines: readonly string[]): string[] {
  return declared.flatMap((pattern) => namesBy(pattern, lines));
}

function namesBy(pattern: RegExp, lines: readonly string[]): string[] {
  return [
    ...new Set(
      lines.flatMap((line) => pattern.exec(beginningOf(line, MAX_LINE_LENGTH))?.[1] ?? []),
    ),
  ];
}

function textOf(input: Readonly<Record<string, unknown>>, keys: readonly string[]) {
  const key = keys.find((name) => Object.hasOwn(input, name));
  const text = key === undefined ? undefined : input[key];
  return typeof text === 'string' ? text : undefined;
}
