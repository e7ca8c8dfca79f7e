import { contentWords, wordShare } from '../reading/content-words.js';
import { extractValues } from '../values/extract-values.js';

/** A constraint and its words. */
export interface Demand {
  text: string;
  words: ReadonlySet<string>;
}

/** The share of words from which two lines with the same values say the same. */
const SAME_SHARE = 0.8;

/** Whether the text adds nothing to a summary that contains the line. */
export function isSameLine(line: string, text: string): boolean {
  if (line === text) return true;
  const own = new Set(extractValues(line).map(({ value }) => value));
  if (extractValues(text).some(({ value }) => !own.has(value))) return false;
  const [left, right] = [allWords(line), allWords(text)];
  return Math.min(wordShare(left, right), wordShare(right, left)) >= SAME_SHARE;
}

/** Whether the line contains a constraint, in the same or nearly the same words. */
export function restatesDemand(line: string, demands: readonly Demand[]): boolean {
  const held = contentWords(line);
  return demands.some(
    ({ text, words }) =>
      line.includes(text) || (words.size > 1 && wordShare(words, held) >= SAME_SHARE),
  );
}

/** All words, including short ones, since `not` matters. */
function allWords(text: string): Set<string> {
  const plain = text.toLowerCase().replaceAll(/#\d+/g, '');
  return new Set([...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word));
}
