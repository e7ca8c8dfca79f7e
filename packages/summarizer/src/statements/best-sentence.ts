import { countWords } from '../reading/quote.js';
import { sentencesOf } from '../reading/sentences.js';

/** A pattern of sentences and its weight, positive or negative. */
export type SentenceCues = readonly (readonly [cue: RegExp, weight: number])[];

const MIN_WORDS = 4;

/** The sentence with the highest weight above 0, of equals the first; `undefined` without one. */
export function bestSentence(
  text: string,
  weightOf: (sentence: string, index: number) => number,
): string | undefined {
  let best: string | undefined;
  let bestWeight = 0;
  for (const [index, { text: sentence }] of sentencesOf(text).entries()) {
    const weight = weightOf(sentence, index);
    if (weight > bestWeight && countWords(sentence) >= MIN_WORDS) {
      best = sentence;
      bestWeight = weight;
    }
  }
  return best;
}

/** The sum of the weights of a sentence's cues. */
export function cueWeight(sentence: string, cues: SentenceCues): number {
  const plain = sentence.replaceAll('’', "'");
  return cues.reduce((sum, [cue, weight]) => (cue.test(plain) ? sum + weight : sum), 0);
}
