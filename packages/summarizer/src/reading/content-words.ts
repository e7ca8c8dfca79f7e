import { stopWords } from './stop-words.js';

/** The share of a line's words that a text must contain to be about the same thing. */
export const SUPPORT_THRESHOLD = 0.6;
const STEM_LENGTH = 4;
const letters = /[\p{L}\p{N}]{4,40}/gu;
/** For ASCII texts: the same matches in two thirds of the time. */
const asciiLetters = /[a-z\d]{4,40}/g;
const beyondAscii = /[\u0080-\uffff]/;

/** All words of a text in lower case, including stop words. */
export function allWords(text: string): Set<string> {
  const pattern = beyondAscii.test(text) ? letters : asciiLetters;
  return new Set(text.toLowerCase().match(pattern));
}

/** The words of a text in lower case, without stop words. */
export function contentWords(text: string): Set<string> {
  return new Set([...allWords(text)].filter((word) => !stopWords.has(word)));
}

/** The stems of these words, which `write`, `writing` and `written` share. */
export function wordStems(text: string): Set<string> {
  return new Set([...contentWords(text)].map((word) => word.slice(0, STEM_LENGTH)));
}

/** The share of the words that `held` contains, from 0 to 1; 0 without words. */
export function wordShare(words: ReadonlySet<string>, held: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  let found = 0;
  for (const word of words) if (held.has(word)) found++;
  return found / words.size;
}
