import { foldWords } from '../text/fold-words.js';
import { answerKindOf, questionTopics, type TopicWeights } from '../vocabulary/read-topics.js';
import type { AnswerKind } from '../vocabulary/topic-words.js';
import { namesIn, peopleIn } from './people.js';

/** A question, read for comparisons of messages that may answer it. */
export interface AskedQuestion {
  terms: ReadonlySet<string>;
  words: ReadonlySet<string>;
  topics: TopicWeights;
  /** The kind of value that it wants. */
  kind: AnswerKind;
  people: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

/** Asking words that tell what kind of value is wanted, else the topic does. */
const kinds: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'place',
    /\b(?:where|whereabouts|(?:which|what) (?:town|city|country|area|street|part|address))\b/iu,
  ],
  ['person', /\b(?:who|whom|whose)\b/iu],
  [
    'time',
    /\b(?:when|what (?:time|day|date)|which (?:day|date|weekday|month)|how (?:early|late))\b/iu,
  ],
  [
    'number',
    /\b(?:how (?:many|much|old|tall|heavy|long|big|far|often|high)|number|port|code|percentage|limit|threshold|size|version|budget)\b/iu,
  ],
];

export function readQuestion(text: string, termsOf: (text: string) => string[]): AskedQuestion {
  const topics = questionTopics(text);
  return {
    terms: new Set(termsOf(text)),
    words: new Set(foldWords(text)),
    topics,
    kind: kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? answerKindOf(topics),
    people: peopleIn(text),
    names: namesIn(`- ${text}`),
  };
}
