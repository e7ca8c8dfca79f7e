import { contentWords, wordShare } from '../reading/content-words.js';
import { extractValues } from '../values/extract-values.js';

/** What the user demands, and its words. */
export interface Demand {
  text: string;
  words: ReadonlySet<string>;
}

/** Two lines that share so many of their words say the same, if they name the same values. */
const SAME_SHARE = 0.8;

/** Whether a summary that holds the line gains nothing by the text. */
export function isSameLine(line: string, text: string): boolean {
  if (line === text) return true;
  const own = new Set(extractValues(line).map(({ value }) => value));
  if (extractValues(text).some(({ value }) => !own.has(value))) return false;
  const [left, right] = [allWords(line), allWords(text)];
  return Math.min(wordShare(left, right), wordShare(right, left)) >= SAME_SHARE;
}

/** Whether the line holds a demand of the user, in these or nearly these words. */
export function restatesDemand(line: string, demands: readonly Demand[]): boolean {
  const held = contentWords(line);
  return demands.some(
    ({ text, words }) =>
      line.includes(text) || (words.size > 1 && wordShare(words, held) >= SAME_SHARE),
  );
}

/** Short words count too: `not` makes a difference. */
function allWords(text: string): Set<string> {
  const plain = text.toLowerCase().replaceAll(/#\d+/g, '');
  return new Set([...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word));
}
