import { characterPairs, unspacedRuns } from '@everlong/core/internal';

const MAX_READ = 2000;
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9][\w'-]*/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_'’-]*/gu;

/** The distinct terms of a text: words, and pairs of characters where a script has no spaces. */
function termsOf(text: string): Set<string> {
  const read = text.slice(0, MAX_READ).toLowerCase();
  if (ASCII.test(read)) return new Set(read.match(ASCII_WORD));
  const pairs = [...read.matchAll(unspacedRuns)].flatMap(([run]) => characterPairs(run));
  const words = [...read.replaceAll(unspacedRuns, ' ').matchAll(WORD)].map(([word]) => word);
  return new Set([...words, ...pairs]);
}

/** Tells how much a text says among the texts of a conversation. */
export type Salience = (text: string) => number;

/**
 * The salience of texts: the inverse document frequencies of the terms that recur, as in tf–idf
 * (Spärck Jones 1972), divided by the square root of the number of terms.
 */
export function createSalience(texts: readonly string[]): Salience {
  const frequencies = new Map<string, number>();
  const read = texts.map((text) => [text, termsOf(text)] as const);
  for (const [, terms] of read) {
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  const known = new Map(read);
  return (text) => {
    const terms = known.get(text) ?? termsOf(text);
    let sum = 0;
    for (const term of terms) {
      const frequency = frequencies.get(term) ?? 0;
      if (frequency > 1) sum += Math.log((1 + texts.length) / frequency);
    }
    return terms.size === 0 ? 0 : sum / Math.sqrt(terms.size);
  };
}
