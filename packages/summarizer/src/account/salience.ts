import { characterPairs, unspacedRuns } from '@everlong/core/internal';

import { CUT, oneLine, shorten } from './shorten.js';

const MAX_READ = 2000;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_'’-]*/gu;

/** The distinct terms of a text: words, and pairs of characters where a script has no spaces. */
export function termsOf(text: string): Set<string> {
  const read = text.slice(0, MAX_READ).toLowerCase();
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
  for (const text of texts) {
    for (const term of termsOf(text)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  return (text) => {
    const terms = termsOf(text);
    let sum = 0;
    for (const term of terms) {
      const frequency = frequencies.get(term) ?? 0;
      if (frequency > 1) sum += Math.log((1 + texts.length) / frequency);
    }
    return terms.size === 0 ? 0 : sum / Math.sqrt(terms.size);
  };
}

/** Code between fences is what was done, not what was said of it. */
const FENCED = /^```[^]*?^```/gm;

const SENTENCE_END = /(?<=[.!?…]["')\]]?)\s+|(?<=[。！？])|\n+/u;

/** The first and the last sentence of a text and those that say most, up to `most` UTF-16 units. */
export function tellingSentences(text: string, most: number, salience: Salience): string {
  const plain = oneLine(text);
  if (plain.length <= most) return plain;
  const said = text.replaceAll(FENCED, ' ').split(SENTENCE_END).map(oneLine);
  const sentences = [...new Set(said)].filter((sentence) => /[\p{L}\p{N}]{2}/u.test(sentence));
  const [lead = '', ...rest] = sentences;
  const kept = new Set([0]);
  let length = Math.min(lead.length, most);
  const ranked = rest
    .map((sentence, place) => ({ index: place + 1, sentence, worth: salience(sentence) }))
    .toSorted((one, other) => other.worth - one.worth);
  const last = ranked.findIndex(({ index }) => index === rest.length);
  ranked.unshift(...ranked.splice(last, 1));
  for (const { index, sentence } of ranked) {
    if (length + sentence.length + CUT.length > most) continue;
    kept.add(index);
    length += sentence.length + CUT.length;
  }
  const shown = sentences.flatMap((sentence, index) => {
    if (kept.has(index)) return shorten(sentence, most);
    return kept.has(index - 1) ? CUT : [];
  });
  return shown.join(' ').replaceAll(`${CUT} ${CUT}`, CUT);
}
