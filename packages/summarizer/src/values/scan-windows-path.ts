import { isWordCharacter } from '@everlong/redaction';

import { classOf } from './character-class.js';
import type { ExtractedValue } from './extracted-value.js';

const MAX_PATH_LENGTH = 1_024;

/** Adds the path that begins with the drive letter at `start`; `index` is its first backslash. */
export function scanWindowsPath(
  text: string,
  start: number,
  index: number,
  found: ExtractedValue[],
): number {
  if (isEscape(text, start, index)) return index;
  let end = index;
  while (end < text.length && isPathCode(text.charCodeAt(end))) end++;
  const stop = end;
  while (end > index && !isWordCharacter(text.charCodeAt(end - 1))) end--;
  if (end > index && end - start <= MAX_PATH_LENGTH) {
    found.push({ kind: 'path', value: text.slice(start, end), start, end });
  }
  return stop;
}

function isPathCode(code: number): boolean {
  return code === 92 || (code !== 58 && classOf(code) !== 0);
}

/** `e:\n` at the end of a line of code inside JSON is no path; `C:\new` is. */
function isEscape(text: string, start: number, index: number): boolean {
  const next = text.charCodeAt(index + 1);
  if (next !== 110 && next !== 116 && next !== 114) return false;
  return text.charCodeAt(start) > 90 || !isWordCharacter(text.charCodeAt(index + 2));
}
