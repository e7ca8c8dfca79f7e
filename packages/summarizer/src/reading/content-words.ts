import { stopWords } from './stop-words.js';

/** The share of a line's words that a text has to hold to be about the same. */
export const SUPPORT_THRESHOLD = 0.6;
const STEM_LENGTH = 4;
const letters = /[\p{L}\p{N}]{4,40}/gu;
/** Finds the same in texts that have no others, in two thirds of the time. */
const asciiLetters = /[a-z\d]{4,40}/g;
const beyondAscii = /[\u0080-\uffff]/;

/** The words of a text in lower case, also those that say nothing of what it is about. */
export function allWords(text: string): Set<string> {
  const pattern = beyondAscii.test(text) ? letters : asciiLetters;
  return new Set(text.toLowerCase().match(pattern));
}

/** The words of a text that say what it is about, in lower case. */
export function contentWords(text: string): Set<string> {
  return new Set([...allWords(text)].filter((word) => !stopWords.has(word)));
}

/** The beginnings of these words, which `write`, `writing` and `written` have in common. */
export function wordStems(text: string): Set<string> {
  return new Set([...contentWords(text)].map((word) => word.slice(0, STEM_LENGTH)));
}

/** The share of the words that are among the held ones, from 0 to 1; 0 without words. */
export function wordShare(words: ReadonlySet<string>, held: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  let found = 0;
  for (const word of words) if (held.has(word)) found++;
  return found / words.size;
}
