import type { Entry } from '@everlong/core';

import { isEnglishDemand } from './constraint-cues.js';
import { demandedCode } from './demanded-code.js';
import { isForeignDemand, isUnspaced } from './foreign-constraint-cues.js';
import { authoredText, pastedProse } from '../reading/authored-text.js';
import { ends } from '../reading/ends.js';
import { countWords } from '../reading/quote.js';
import { ruleListItems } from './rule-list-items.js';
import { sentencesOf } from '../reading/sentences.js';
import { userText } from '../reading/spoken-text.js';
import { pointsBack } from '../reading/user-reactions.js';

const MIN_WORDS = 2;
const MAX_WORDS = 60;
const MIN_UNSPACED_CHARACTERS = 4;
/** Of a longer text only both ends are read; the middle is likely pasted. */
const MAX_END_LENGTH = 12_000;

/** A sentence of the user, and whether it forbids, demands or prefers something. */
export interface OwnSentence {
  text: string;
  isConstraint: boolean;
}

/**
 * The sentences of a user's text, verbatim and in order, without code, quoted lines and pasted
 * output, and without those that only point to others ("Keep that in mind."). A demand that ends with
 * a colon is followed by the lines of the short block behind it. Of a text of more than 24,000
 * characters only both ends are read. Recognises demands by cue words in English, German, French,
 * Spanish, Russian, Chinese, Japanese and Korean, and in lists headed as rules.
 */
export function ownSentences(text: string): OwnSentence[] {
  const read = ends(text, MAX_END_LENGTH).join('\n');
  const own = authoredText(read);
  const ruled = ruleListItems(own);
  const isRuled = (at: number): boolean => ruled.some(([start, end]) => at >= start && at < end);
  const code = demandedCode(read);
  const lineAt = lineCounter(own);
  return sentencesOf(own)
    .filter(({ text: sentence }) => !pointsBack(sentence))
    .flatMap(({ text: sentence, start }) => {
      const isConstraint = isDemand(sentence, isRuled(start));
      const isLead = isConstraint && /[:：]$/.test(sentence);
      // The own text has the lines of what was read, some of them blank.
      const lines = isLead ? (code.get(lineAt(start)) ?? []) : [];
      return [sentence, ...lines].map((line) => ({ text: line, isConstraint }));
    });
}

/**
 * The sentences of what a user's text seems to have been pasted from, code and output apart:
 * verbatim and in order. Of a text of more than 24,000 characters only both ends are read.
 */
export function pastedSentences(text: string): string[] {
  return sentencesOf(pastedProse(ends(text, MAX_END_LENGTH).join('\n'))).map(
    ({ text: own }) => own,
  );
}

/** The number of the line that a place is in, from 0; for places in order. */
function lineCounter(text: string): (place: number) => number {
  let line = 0;
  let next = text.indexOf('\n');
  return (place) => {
    while (next >= 0 && next < place) {
      line++;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
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
 * The sentences in which the user forbids, demands or prefers something: whole, verbatim except for
 * redacted secrets, and in order. Empty for entries that the user did not write. Linear in the
 * text; reads 12,000 characters at either end of longer texts.
 */
export function constraintsOf(entry: Entry): string[] {
  return ownSentences(userText(entry)).flatMap(({ text, isConstraint }) =>
    isConstraint ? [text] : [],
  );
}
