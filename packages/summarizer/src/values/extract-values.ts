import { checkString } from '@everlong/core/internal';

import {
  AT,
  classOf,
  COLON,
  DIGIT,
  DOT,
  LOWER,
  SLASH,
  UNDERSCORE,
  UPPER,
} from './character-class.js';
import { HUMP, VARIABLE } from './classify-token.js';
import type { ExtractedValue } from './extracted-value.js';
import { isWholeAt } from './holds-value.js';
import { scanUrl } from './scan-url.js';
import { scanWindowsPath } from './scan-windows-path.js';
import { splitRun } from './split-run.js';

/** Longer runs are encoded data (base64, minified code), which is not written again. */
const MAX_RUN_LENGTH = 256;

/** Characters that can make a run of letters a value; without one it is a word of prose. */
const TELLING = DIGIT | UNDERSCORE | DOT | SLASH | COLON | AT | HUMP | VARIABLE;

/**
 * Extracts the exact values of a text, in order and without overlap; offsets are in UTF-16 units.
 * Values are URLs, e-mail addresses, paths and file names with an extension, UUIDs, hashes (7 or
 * more hex digits, a decimal one among them), versions, dates, numbers of four digits and more or
 * with a unit, `host:port`, IP addresses, and names as programs write them (snake_case, camelCase,
 * `dotted.names`, `scoped::names`, `@scope/package`, `package@version`, `$VARIABLES`, ids that mix
 * letters and digits).
 *
 * One pass, linear in the text. A value is whole: the longest run of characters that belong
 * together, without the punctuation of the sentence around it; its parts are not reported again.
 * Plain words, single capitalised words and `one/two` without a further sign of a path are prose.
 * Every value found satisfies `holdsValue(text, value)`.
 */
export function extractValues(text: string): ExtractedValue[] {
  checkString('The text of extractValues', text);
  const found: ExtractedValue[] = [];
  const { length } = text;
  let index = 0;
  while (index < length) {
    const code = text.charCodeAt(index);
    let kind = classOf(code);
    let flags = 0;
    let previous = 0;
    let start = index;
    if (kind === LOWER) {
      // Fast path: most of any text is plain words.
      index++;
      while (index < length && isLower(text.charCodeAt(index))) index++;
      kind = index < length ? classOf(text.charCodeAt(index)) : 0;
      if (kind === 0) continue;
      flags = LOWER;
      previous = LOWER;
    } else if (kind === 0) {
      index += code === 92 ? escapeLength(text, index) : 1;
      if (code !== 36) continue;
      if (text.charCodeAt(index) === 123) index++;
      kind = index < length ? classOf(text.charCodeAt(index)) : 0;
      flags = VARIABLE;
      start = index;
    }
    while (kind !== 0) {
      if (kind === UPPER && previous === LOWER) flags |= HUMP;
      else if (kind === COLON && opensUrl(text, start, index)) break;
      flags |= kind;
      previous = kind;
      index++;
      kind = index < length ? classOf(text.charCodeAt(index)) : 0;
    }
    if (kind === COLON) {
      index = scanUrl(text, start, index, found);
    } else if (index - start === 2 && text.charCodeAt(index) === 92 && previous === COLON) {
      index = scanWindowsPath(text, start, index, found);
    } else if ((flags & TELLING) !== 0 && index - start <= MAX_RUN_LENGTH) {
      index = splitRun(text, start, index, flags, found);
    }
  }
  return wholeValues(text, found);
}

/** Filters in place, since nearly all of the many values are whole. */
function wholeValues(text: string, found: ExtractedValue[]): ExtractedValue[] {
  let kept = 0;
  for (const item of found) {
    if (!isWholeAt(text, item.start, item.end, item.value.includes('://'))) continue;
    found[kept] = item;
    kept++;
  }
  found.length = kept;
  return found;
}

/** The length of a JSON escape (`\n`, `\t`, `\r`, `\u0000`), whose letter belongs to no value. */
function escapeLength(text: string, index: number): number {
  const next = text.charCodeAt(index + 1);
  if (next === 117) return 6;
  return next === 110 || next === 116 || next === 114 || next === 92 ? 2 : 1;
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

function opensUrl(text: string, start: number, colon: number): boolean {
  return (
    colon > start + 1 && text.charCodeAt(colon + 1) === 47 && text.charCodeAt(colon + 2) === 47
  );
}
