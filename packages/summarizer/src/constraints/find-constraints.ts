import type { Entry } from '@everlong/core';

import { isEnglishDemand } from './constraint-cues.js';
import { isForeignDemand, isUnspaced } from './foreign-constraint-cues.js';
import { authoredText } from '../reading/authored-text.js';
import { ends } from '../reading/ends.js';
import { countWords } from '../reading/quote.js';
import { ruledLines } from './rule-list-items.js';
import { sentencesOf } from '../reading/sentences.js';
import { userText } from '../reading/spoken-text.js';

const MIN_WORDS = 2;
const MAX_WORDS = 60;
const MIN_UNSPACED_CHARACTERS = 4;
/** Of a longer text the middle is taken to be pasted material. */
const MAX_END_LENGTH = 12_000;

/** A sentence of a user's own, and whether something is forbidden, demanded or preferred in it. */
export interface OwnSentence {
  text: string;
  isConstraint: boolean;
}

/**
 * The sentences of a user's text, each exactly as it stands there, in order. Code, quoted lines and
 * pasted output are no one's sentences; of a text of more than 24,000 characters both ends are read.
 * Demands are told by the words of English and by the commonest ones of German, French, Spanish,
 * Russian, Chinese, Japanese and Korean; so are the items of lists that are headed as rules.
 */
export function ownSentences(text: string): OwnSentence[] {
  const own = authoredText(ends(text, MAX_END_LENGTH).join('\n'));
  const ruled = ruledLines(own);
  const isRuled = (at: number): boolean => ruled.some(([start, end]) => at >= start && at < end);
  return sentencesOf(own).map((sentence) => ({
    text: sentence.text,
    isConstraint: isDemand(sentence.text, isRuled(sentence.start)),
  }));
}

function isDemand(sentence: string, isRuled: boolean): boolean {
  const words = countWords(sentence);
  const isLong = isUnspaced(sentence)
    ? sentence.length >= MIN_UNSPACED_CHARACTERS
    : words >= MIN_WORDS;
  if (!isLong || words > MAX_WORDS) return false;
  if (isRuled) return true;
  const plain = sentence.toLowerCase().replaceAll('’', "'");
  return isEnglishDemand(plain) || isForeignDemand(plain);
}

/**
 * The constraints in an entry of the user's: whole sentences, byte for byte, secrets redacted, in
 * order. None in any other entry.
 */
export function constraintsOf(entry: Entry): string[] {
  return ownSentences(userText(entry)).flatMap(({ text, isConstraint }) =>
    isConstraint ? [text] : [],
  );
}
