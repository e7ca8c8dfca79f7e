import { isEscapeLetter, isWordCharacter } from '@everlong/redaction';

import { AT, classOf, DOT, HYPHEN, SLASH } from './character-class.js';

/** Characters that join the text on both sides into one value. */
const JOINERS = AT | DOT | HYPHEN | SLASH;

/**
 * Whether the text contains the value whole: not as part of a longer word, name, path, version or
 * number. Punctuation that only ends a sentence does not belong to a value; a single colon, an
 * equals sign and every kind of bracket or quote separate values. A URL followed by a query or
 * fragment is part of a longer value.
 */
export function holdsValue(text: string, value: string): boolean {
  if (value === '') return false;
  const isUrl = value.includes('://');
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (isWholeAt(text, at, at + value.length, isUrl)) return true;
  }
  return false;
}

/** Whether `text.slice(start, end)` is not part of a longer value. */
export function isWholeAt(text: string, start: number, end: number, isUrl: boolean): boolean {
  return startsWhole(text, start) && endsWhole(text, end, isUrl);
}

function startsWhole(text: string, start: number): boolean {
  if (start === 0) return true;
  if (!isWordCharacter(text.charCodeAt(start))) return opens(text, start);
  const before = text.charCodeAt(start - 1);
  if (isWordCharacter(before)) return isEscapeLetter(text, start - 1);
  if (before === 58)
    return text.charCodeAt(start - 2) !== 58 || !isWordCharacter(text.charCodeAt(start - 3));
  if ((classOf(before) & JOINERS) === 0) return true;
  if (before === 47) return opensNoPath(text, start - 2);
  return !isWordCharacter(text.charCodeAt(start - 2)) || isEscapeLetter(text, start - 2);
}

/** The slash after `index` belongs to a comment (`//name`), a closing tag or a glob. */
function opensNoPath(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code !== 47) return code === 60 || code === 42;
  const before = text.charCodeAt(index - 1);
  return before !== 58 && !isWordCharacter(before);
}

/** Whether a value with a leading sign (`/tmp`, `./a`, `@scope/a`) continues no word or path. */
function opens(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (isWordCharacter(before)) return isEscapeLetter(text, start - 1);
  return (classOf(before) & JOINERS) === 0;
}

function endsWhole(text: string, end: number, isUrl: boolean): boolean {
  const after = text.charCodeAt(end);
  if (end >= text.length) return true;
  if (isWordCharacter(after)) return !isWordCharacter(text.charCodeAt(end - 1));
  const next = text.charCodeAt(end + 1);
  if (after === 58) return next !== 58 || !isWordCharacter(text.charCodeAt(end + 2));
  if (isUrl && (after === 63 || after === 35 || after === 38 || after === 61 || after === 37)) {
    return !isWordCharacter(next) && next !== 47;
  }
  return (classOf(after) & JOINERS) === 0 || !isWordCharacter(next);
}
