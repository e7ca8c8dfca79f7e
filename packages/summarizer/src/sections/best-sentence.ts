import { countWords } from '../reading/quote.js';
import { sentencesOf } from '../reading/sentences.js';

/** Words or forms of a sentence, and what they count for or against it. */
export type SentenceCues = readonly (readonly [cue: RegExp, weight: number])[];

const MIN_WORDS = 4;

/** The sentence of the highest weight above 0, of equals the first; `undefined` where there is none. */
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

/** The weights of the cues that a sentence has, together. */
export function cueWeight(sentence: string, cues: SentenceCues): number {
  const plain = sentence.replaceAll('’', "'");
  return cues.reduce((sum, [cue, weight]) => (cue.test(plain) ? sum + weight : sum), 0);
}
