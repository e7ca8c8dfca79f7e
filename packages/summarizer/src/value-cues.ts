import type { ExtractedValue } from './extract-values.js';
import { stopWords } from './stop-words.js';

/** How far from a value, in characters on its line, a word still says what the value is for. */
const REACH = 160;
/** Words taken on each side of a value; nearer ones say more. */
const WORDS_A_SIDE = 8;

const letters = /[A-Za-z]{4,24}/g;

interface Word {
  text: string;
  at: number;
}

/**
 * The words near each value, in the values' order: lower-case words of four letters and more, no
 * stop words and no parts of values, on the value's own line.
 */
export function cueWords(text: string, values: readonly ExtractedValue[]): string[][] {
  const cues: string[][] = [];
  let index = 0;
  let head = values[0];
  while (head !== undefined) {
    const lineStart = text.lastIndexOf('\n', head.start) + 1;
    const newline = text.indexOf('\n', head.end);
    const lineEnd = newline < 0 ? text.length : newline;
    const from = index;
    while (index < values.length && (values[index]?.start ?? lineEnd) < lineEnd) index++;
    const line = values.slice(from, index);
    const words = wordsBetween(text, lineStart, lineEnd, line);
    let right = 0;
    for (const value of line) {
      while (right < words.length && (words[right]?.at ?? 0) < value.start) right++;
      cues.push(nearest(words, right, value));
    }
    head = values[index];
  }
  return cues;
}

function nearest(words: Word[], right: number, value: ExtractedValue): string[] {
  const near = new Set<string>();
  for (let step = 0; step < WORDS_A_SIDE; step++) {
    const before = words[right - 1 - step];
    if (before !== undefined && before.at >= value.start - REACH) near.add(before.text);
    const after = words[right + step];
    if (after !== undefined && after.at < value.end + REACH) near.add(after.text);
  }
  return [...near];
}

function wordsBetween(text: string, start: number, end: number, values: ExtractedValue[]): Word[] {
  const words: Word[] = [];
  let from = start;
  for (const value of values) {
    addWords(text, from, value.start, words);
    from = value.end;
  }
  addWords(text, from, end, words);
  return words;
}

/** The words that a name such as `readFile file_path` is made of, of four letters and more. */
export function nameWords(name: string): string[] {
  const spaced = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  const words: Word[] = [];
  addWords(spaced, 0, spaced.length, words);
  return words.map(({ text }) => text);
}

function addWords(text: string, start: number, end: number, words: Word[]): void {
  if (end - start < 4) return;
  for (const match of text.slice(start, end).matchAll(letters)) {
    const word = match[0].toLowerCase();
    if (!stopWords.has(word)) words.push({ text: word, at: start + match.index });
  }
}
