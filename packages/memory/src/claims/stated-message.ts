import { cutSentences } from '../extraction/split-sentences.js';
import { expandContractions } from '../extraction/split-clauses.js';
import { foldWords } from '../text/fold-words.js';
import { statementTopics, type TopicWeights } from '../vocabulary/read-topics.js';
import type { AnswerKind } from '../vocabulary/topic-words.js';
import { type ClaimValue, valuesOf } from './claim-values.js';
import { declared } from './declared.js';
import { namesIn, peopleIn } from './people.js';
import { type StatementSigns, statementSigns } from './statement-signs.js';

/** What a message says and what of it states something, read once for all comparisons. */
export interface StatedMessage extends StatementSigns {
  /** What it states, without contractions. */
  own: string;
  sentences: number;
  terms: ReadonlySet<string>;
  topics: TopicWeights;
  /** Of the whole message. */
  words: ReadonlySet<string>;
  allTerms: ReadonlySet<string>;
  allTopics: TopicWeights;
  values: readonly ClaimValue[];
  people: ReadonlySet<string>;
  names: ReadonlySet<string>;
  ownNames: ReadonlySet<string>;
}

export function readStated(text: string, termsOf: (text: string) => string[]): StatedMessage {
  const own = declared(text);
  const whole = expandContractions(own);
  return {
    ...statementSigns(text, whole),
    own: whole,
    sentences: cutSentences(own).length,
    terms: new Set(termsOf(own)),
    topics: statementTopics(own),
    words: new Set(foldWords(text)),
    allTerms: new Set(termsOf(text)),
    allTopics: statementTopics(text),
    values: valuesOf(expandContractions(text)),
    people: peopleIn(text),
    names: namesIn(text),
    ownNames: namesIn(own),
  };
}

/** Whether what it states has a value of the kind. */
export function hasKind(kind: AnswerKind, { own, values, ownNames }: StatedMessage): boolean {
  switch (kind) {
    case 'any':
      return true;
    case 'number':
      return /\d/.test(own) || values.some((each) => each.kind === 'number');
    case 'time':
      return /\d/.test(own) || values.some((each) => /^(?:date|clock|number)$/.test(each.kind));
    case 'place':
      return /\b(?:in|at|to|near|from|outside|for|of|on|called|the) (?:the )?(?:\p{Lu}|\d)/u.test(
        own,
      );
    default:
      return ownNames.size > 0;
  }
}
