import { classOf, isWord } from './character-class.js';
import type { ExtractedValue } from './extract-values.js';

const MAX_PATH_LENGTH = 1_024;

/** Adds the path that begins with the drive letter at `start`; `index` is its first backslash. */
export function scanWindowsPath(
  text: string,
  start: number,
  index: number,
  found: ExtractedValue[],
): number {
  let end = index;
  while (end < text.length && isPathCode(text.charCodeAt(end))) end++;
  const stop = end;
  while (end > index && !isWord(text.charCodeAt(end - 1))) end--;
  if (end > index && end - start <= MAX_PATH_LENGTH) {
    found.push({ kind: 'path', value: text.slice(start, end), start, end });
  }
  return stop;
}

function isPathCode(code: number): boolean {
  return code === 92 || (code !== 58 && classOf(code) !== 0);
}
