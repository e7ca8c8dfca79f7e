import type { ExtractedValue } from '../values/extracted-value.js';
import { stopWords } from '../reading/stop-words.js';

/** The maximum distance between a value and a word that explains it, in characters of one line. */
const REACH = 160;
/** The number of words taken on each side of a value, the nearest ones. */
const WORDS_A_SIDE = 8;
/** Limits for the length of a word in letters; longer runs are encoded data. */
const MIN_WORD = 4;
const MAX_WORD = 24;

interface Word {
  text: string;
  at: number;
}

export interface CueOptions {
  /** By index of the values: those without an item here are skipped. */
  wanted?: readonly unknown[];
  wordsASide?: number;
}

/**
 * The words near each value, in the values' order: lower-case words of four letters and more, no
 * stop words and no parts of values, on the value's own line, the nearest first. `undefined` for
 * values that are not wanted.
 */
export function cueWords(
  text: string,
  values: readonly ExtractedValue[],
  { wanted, wordsASide = WORDS_A_SIDE }: CueOptions = {},
): (string[] | undefined)[] {
  const cues = values.map((): string[] | undefined => undefined);
  const isWanted = (place: number): boolean => wanted === undefined || wanted[place] !== undefined;
  let index = 0;
  while (index < values.length) {
    const head = values[index];
    if (head === undefined) break;
    if (!isWanted(index)) {
      index++;
      continue;
    }
    const lineStart = text.lastIndexOf('\n', head.start) + 1;
    const newline = text.indexOf('\n', head.end);
    const lineEnd = newline < 0 ? text.length : newline;
    let from = index;
    while (from > 0 && (values[from - 1]?.start ?? -1) >= lineStart) from--;
    let to = index;
    while (to < values.length && (values[to]?.start ?? lineEnd) < lineEnd) to++;
    const words = wordsOfLine(text, lineStart, lineEnd, values, from, to);
    let right = 0;
    for (let next = index; next < to; next++) {
      const value = values[next];
      if (value === undefined || !isWanted(next)) continue;
      while (right < words.length && (words[right]?.at ?? 0) < value.start) right++;
      cues[next] = nearest(words, right, value, wordsASide);
    }
    index = to;
  }
  return cues;
}

function wordsOfLine(
  text: string,
  lineStart: number,
  lineEnd: number,
  values: readonly ExtractedValue[],
  from: number,
  to: number,
): Word[] {
  const words: Word[] = [];
  let read = lineStart;
  for (let index = from; index < to; index++) {
    const value = values[index];
    if (value === undefined) break;
    addWords(text, read, value.start, words);
    read = value.end;
  }
  addWords(text, read, lineEnd, words);
  return words;
}

function nearest(
  words: readonly Word[],
  right: number,
  value: ExtractedValue,
  aSide: number,
): string[] {
  const near: string[] = [];
  // Bounds first: reading past the end of an array is slow.
  const [first, last] = [Math.max(0, right - aSide), Math.min(words.length, right + aSide)];
  for (let step = 0; right - 1 - step >= first || right + step < last; step++) {
    const before = right - 1 - step >= first ? words[right - 1 - step] : undefined;
    if (before !== undefined && before.at >= value.start - REACH && !near.includes(before.text)) {
      near.push(before.text);
    }
    const after = right + step < last ? words[right + step] : undefined;
    if (after !== undefined && after.at < value.end + REACH && !near.includes(after.text)) {
      near.push(after.text);
    }
  }
  return near;
}

/** The words of four or more letters in a name such as `readFile file_path`. */
export function nameWords(name: string): string[] {
  const spaced = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  const words: Word[] = [];
  addWords(spaced, 0, spaced.length, words);
  return words.map(({ text }) => text);
}

/** Adds the runs of ASCII letters between two places, stop words left out. */
function addWords(text: string, start: number, end: number, words: Word[]): void {
  let index = start;
  while (index < end) {
    const from = index;
    let isLower = true;
    let code = text.charCodeAt(index);
    while (isLetter(code)) {
      if (code < 97) isLower = false;
      index++;
      if (index === end) break;
      code = text.charCodeAt(index);
    }
    const length = index - from;
    if (length >= MIN_WORD && length <= MAX_WORD) {
      const word = text.slice(from, index);
      const lower = isLower ? word : word.toLowerCase();
      if (!stopWords.has(lower)) words.push({ text: lower, at: from });
    }
    index++;
  }
}

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}
