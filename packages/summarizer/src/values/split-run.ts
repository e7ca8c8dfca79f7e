import { isWordCharacter } from '@everlong/redaction';

import { classOf, COLON, LOWER, UPPER } from './character-class.js';
import { classifyToken, fileExtension, HUMP, VARIABLE } from './classify-token.js';
import type { ExtractedValue } from './extracted-value.js';
import { scanNumber } from './scan-number.js';

const AT_SIGN = 64;
const COLON_SIGN = 58;
const DOT_SIGN = 46;
const SLASH_SIGN = 47;
const TILDE_SIGN = 126;

const isoTime = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/y;
const host = /^(?:localhost|(?:[\w-]+\.)+[a-z][a-z\d-]+|\d{1,3}(?:\.\d{1,3}){3})$/;
const port = /\d{2,5}(?![\w.])/y;

/**
 * Adds the values of one run of joined characters: the run without punctuation at its ends, cut at
 * colons except in `host:port`, times and `scoped::names`. Returns the index at which scanning
 * continues: beyond `end` if a number extends there (`1,234`, `50 MB`).
 */
export function splitRun(
  text: string,
  start: number,
  end: number,
  flags: number,
  found: ExtractedValue[],
): number {
  if ((flags & COLON) === 0) return addToken(text, start, end, flags, found);
  let from = start;
  let reached = end;
  while (from < end) {
    isoTime.lastIndex = from;
    if (
      isDigit(text.charCodeAt(from)) &&
      isoTime.test(text) &&
      !isWordCharacter(text.charCodeAt(isoTime.lastIndex))
    ) {
      add(text, from, isoTime.lastIndex, 'date', found);
      from = isoTime.lastIndex;
      reached = Math.max(reached, from);
      continue;
    }
    const to = colonAfter(text, from, end);
    port.lastIndex = to + 1;
    if (to < end && isHost(text.slice(from, to)) && port.test(text)) {
      add(text, from, port.lastIndex, 'port', found);
      from = port.lastIndex;
    } else {
      if (to > from) {
        const next = addToken(text, from, to, flagsOf(text, from, to) | (flags & VARIABLE), found);
        if (to === end) reached = Math.max(reached, next);
      }
      from = to + 1;
    }
  }
  return reached;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether the number is a line of a file, as in `app.ts:1234`. */
function isHost(token: string): boolean {
  return host.test(token) && !fileExtension.test(token);
}

/** The next colon that separates: not one of a pair between two words. */
function colonAfter(text: string, from: number, end: number): number {
  let index = from;
  while (index < end) {
    if (text.charCodeAt(index) !== COLON_SIGN) index++;
    else if (index > from && isScope(text, index, end)) index += 2;
    else return index;
  }
  return end;
}

function isScope(text: string, index: number, end: number): boolean {
  return (
    text.charCodeAt(index + 1) === COLON_SIGN &&
    index + 2 < end &&
    isWordCharacter(text.charCodeAt(index - 1)) &&
    isWordCharacter(text.charCodeAt(index + 2))
  );
}

function addToken(
  text: string,
  from: number,
  to: number,
  runFlags: number,
  found: ExtractedValue[],
): number {
  let end = to;
  while (end > from && !isWordCharacter(text.charCodeAt(end - 1))) end--;
  const start = tokenStart(text, from, end);
  if (start >= end) return to;
  const trimmed = start !== from || end !== to;
  const flags = trimmed ? flagsOf(text, start, end) | (runFlags & VARIABLE) : runFlags;
  if ((flags & (LOWER | UPPER)) === 0) {
    const reached = scanNumber(text, start, end, flags, found);
    return reached > end ? reached : to;
  }
  const token = text.slice(start, end);
  const kind = classifyToken(token, flags, text.charCodeAt(end));
  if (kind !== undefined) found.push({ kind, value: token, start, end });
  return to;
}

/** Keeps signs before the first word only if they belong to it: `/tmp`, `./a`, `~/a`, `@a/b`. */
function tokenStart(text: string, from: number, end: number): number {
  let word = from;
  while (word < end && !isWordCharacter(text.charCodeAt(word))) word++;
  if (word === from || word === end) return word;
  const last = text.charCodeAt(word - 1);
  if (last === SLASH_SIGN) return pathStart(text, from, word);
  const scoped = last === AT_SIGN && text.slice(word, end).includes('/');
  return scoped || (last === DOT_SIGN && isDotPath(text, from, word, end)) ? word - 1 : word;
}

function pathStart(text: string, from: number, word: number): number {
  const before = text.charCodeAt(word - 2);
  if (word - 2 < from) return closesOrGlobs(text.charCodeAt(from - 1)) ? word : word - 1;
  if (before === SLASH_SIGN) return word;
  if (before === TILDE_SIGN || before === AT_SIGN) return word - 2;
  if (before !== DOT_SIGN) return word - 1;
  let start = word - 2;
  while (
    start > from &&
    (text.charCodeAt(start - 1) === DOT_SIGN || text.charCodeAt(start - 1) === SLASH_SIGN)
  )
    start--;
  return start;
}

/** The slash of `</div>` or of a glob's `*` + `/name` begins no path. */
function closesOrGlobs(before: number): boolean {
  return before === 60 || before === 42;
}

const dotFile = /^(?:env|git\w*|\w+rc|\w+ignore|\w+\.\w[\w.]*|[\w-]+\/.*)$/;

/** `.env`, `.gitignore`, `.eslintrc.json`, `.github/workflows`; not the `.map` of a method call. */
function isDotPath(text: string, from: number, word: number, end: number): boolean {
  if (word - 1 > from) return false;
  return dotFile.test(text.slice(word, end)) && text.charCodeAt(end) !== 40;
}

function flagsOf(text: string, start: number, end: number): number {
  let flags = 0;
  let previous = 0;
  for (let index = start; index < end; index++) {
    const kind = classOf(text.charCodeAt(index));
    if (kind === UPPER && previous === LOWER) flags |= HUMP;
    flags |= kind;
    previous = kind;
  }
  return flags;
}

function add(
  text: string,
  start: number,
  end: number,
  kind: ExtractedValue['kind'],
  found: ExtractedValue[],
): void {
  found.push({ kind, value: text.slice(start, end), start, end });
}
