import type { StoredFact } from '@everlong/core';

import { entityKey, PROJECT, USER } from '../facts/fact-keys.js';
import { predicateOf } from '../facts/predicates.js';
import { foldWords } from '../text/fold-words.js';
import { valuesOf } from './claim-values.js';
import type { Claim } from './read-claims.js';
import { topicsOf } from './topics.js';

/** A fact as if its speaker had just said it so. */
export function factClaim(fact: StoredFact, termsOf: (text: string) => string[]): Claim {
  const { subject, predicate, object, text, isNegated } = fact;
  const isOwn = subject === USER || subject === PROJECT;
  const { keywords } = predicateOf(predicate);
  const terms = new Set(termsOf(isOwn ? `${predicate} ${object}` : text));
  return {
    speaker: subject,
    sentence: text,
    start: 0,
    whole: text,
    text: isOwn ? `${predicate} ${object}` : text,
    subject: {
      kind: isOwn ? 'self' : 'other',
      words: new Set(isOwn ? [] : entityKey(subject).split(' ')),
      isPronoun: false,
      isIt: false,
    },
    words: new Set(foldWords(isOwn ? `${predicate} ${object}` : text)),
    bareWords: foldWords(text.replace(/^The user's /, 'my ')),
    terms,
    topics: topicsOf([...terms, ...termsOf(keywords)]),
    values: valuesOf(`= ${object}`, `is ${object}`),
    isChange: false,
    saysChange: false,
    corrects: false,
    adds: false,
    ends: false,
    isHearsay: false,
    isPast: false,
    follows: false,
    isAsked: false,
    ended: isNegated ? foldWords(object) : [],
  };
}
