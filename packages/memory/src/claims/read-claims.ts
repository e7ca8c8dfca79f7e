import type { StoredDocument } from '@everlong/core';

import { fictional, hedged } from '../extraction/extract-statements.js';
import { readClause } from '../extraction/read-clause.js';
import { expandContractions, splitClauses } from '../extraction/split-clauses.js';
import { splitSentences } from '../extraction/split-sentences.js';
import { foldWords } from '../text/fold-words.js';
import {
  addsValue,
  corrects,
  endedMatter,
  isHearsay,
  saysChange,
  saysEnd,
  tellsChange,
  tellsPast,
} from './change-signs.js';
import { type ClaimSubject, subjectOf } from './claim-subject.js';
import { type ClaimValue, valuesOf } from './claim-values.js';
import { topicsOf } from './topics.js';

/** What a clause claims, as far as words tell. */
export interface Claim {
  speaker: string;
  /** The sentence, and where it is in its document. */
  sentence: string;
  start: number;
  /** The sentence without contractions. */
  whole: string;
  /** The clause. */
  text: string;
  subject: ClaimSubject;
  words: ReadonlySet<string>;
  /** In order, without openings and adverbs. */
  bareWords: readonly string[];
  terms: ReadonlySet<string>;
  topics: ReadonlySet<string>;
  values: readonly ClaimValue[];
  isChange: boolean;
  /** Whether it says so in so many words. */
  saysChange: boolean;
  corrects: boolean;
  adds: boolean;
  /** Whether it says in so many words that something is over. */
  ends: boolean;
  /** Whether it tells what somebody else said. */
  isHearsay: boolean;
  /** Whether it only says what was so before: `used to`, `as a child`. */
  isPast: boolean;
  /** Whether it follows from the clause before it: `so`, `that is why`. */
  follows: boolean;
  /** Whether it only comes up in a question: it may be outdated, but outdates nothing. */
  isAsked: boolean;
  /** The words of what it says is over. */
  ended: readonly string[];
}

/** `The form asks: …` */
const introduces = /^[^:]{0,60}\b(?:asks?|says|reads?|wrote|example|form|line)\b[^:]{0,20}:\s/iu;

const startsWithVerb =
  /^(?:(?!(?:as|this|us|its|was|always|perhaps)\b)\p{L}{2,}(?:ed|s)|went|got|took|live|work|teach|drive|use|has|have|left|found|lead|rent|am|is|are|bought|chose)\b/u;

function asks(sentence: string): boolean {
  return /\?["')]*$/.test(sentence);
}

/** The part of a question that asks; the rest is taken for granted: `I live in Ghent, is that far?` */
const asksItself =
  /^(?:(?:so|and|but|ok|well),? )?(?:what|which|who|whom|whose|where|when|why|how|is|are|am|was|were|do|does|did|will|would|should|shall|can|could|may|might|have|has|any|remember)\b/iu;

/** The statements in a document's own words; questions, guesses and quotations claim nothing. */
export function readClaims(
  { text, speaker }: Pick<StoredDocument, 'text' | 'speaker'>,
  termsOf: (text: string) => string[],
): Claim[] {
  return splitSentences(text)
    .filter((sentence) => !introduces.test(sentence.text))
    .flatMap(({ text: sentence, start }) => {
      const whole = expandContractions(sentence);
      const topics = topicsOf(termsOf(sentence), sentence);
      const clauses = splitClauses(sentence).filter(
        ({ text: each }) =>
          (!asks(sentence) || !asksItself.test(each)) &&
          (isHearsay(each) ||
            !(hedged.test(each.replace(/, (?:if|in case) .*$/iu, '')) || fictional.test(each))),
      );
      let last: ClaimSubject | undefined;
      return clauses.map((clause): Claim => {
        const bare = readClause(clause.text).text;
        const own = subjectOf(bare);
        // `Piet packed up and went to live in Breda`: the verb's subject is the previous one.
        const inherits = own.isPronoun || (own.kind === 'open' && startsWithVerb.test(bare));
        const subject = inherits ? (last ?? own) : own;
        last = subject;
        const terms = new Set(termsOf([clause.text, ...(inherits ? subject.words : [])].join(' ')));
        return {
          speaker,
          sentence,
          start,
          whole,
          text: clause.text,
          subject,
          words: new Set(foldWords(clause.text)),
          bareWords: foldWords(bare),
          terms,
          topics,
          values: valuesOf(clause.text, bare),
          isChange: tellsChange(whole),
          saysChange: saysChange(whole),
          corrects: corrects(sentence),
          adds: addsValue(clause.text, whole),
          ends: saysEnd(clause.text),
          isHearsay: isHearsay(clause.text),
          isPast: tellsPast(clause.text),
          follows: clause.follows,
          isAsked: asks(sentence),
          ended: foldWords(endedMatter(clause.text) ?? ''),
        };
      });
    });
}
