import type { StoredDocument, StoredFact } from '@everlong/core';

import { cutSentences } from '../extraction/split-sentences.js';
import { markDoubtful } from './doubt-mark.js';
import { maskValue } from './mask-value.js';
import type { LearnedFacts } from './learned-facts.js';

interface Part {
  text: string;
  facts: readonly StoredFact[];
}

/**
 * The text of a message without the sentences whose every fact is superseded; in a sentence that
 * states what holds as well, superseded values are masked, and doubtful ones are marked. The facts'
 * places decide, not the words.
 *
 * @param isAskedFor whether the query asks by name for something in a sentence besides a fact, or
 *   for its value: then it is shown
 */
export function hideSupersededFacts(
  document: StoredDocument,
  learned: LearnedFacts,
  isAskedFor: (sentence: string, fact: StoredFact) => boolean,
): string {
  const facts = learned.from(document);
  if (facts.length === 0) return document.text;
  const isSound = (fact: StoredFact): boolean =>
    !learned.over.has(fact) && !learned.doubtful.has(fact);
  const left = partsOf(document, facts).flatMap((part) => {
    const over = part.facts.filter(
      (fact) => learned.over.has(fact) && !isAskedFor(part.text, fact),
    );
    if (over.length === 0) return [markDoubts(part, learned)];
    if (!part.facts.some(isSound)) return [];
    const fresh = new Set(over.map((fact) => learned.over.get(fact)?.object));
    const masked = over.map(({ object }) => object).filter((object) => !fresh.has(object));
    return [markDoubts({ ...part, text: masked.reduce(maskValue, part.text) }, learned)];
  });
  return left.join('');
}

/** A sentence with a mark after each value that is doubtful. */
function markDoubts({ text, facts }: Part, { doubtful }: LearnedFacts): string {
  return facts.reduce((marked, fact) => {
    const since = doubtful.get(fact);
    return since === undefined ? marked : markDoubtful(marked, fact.object, since);
  }, text);
}

/** The sentences of a message with the facts that they state. */
function partsOf(document: StoredDocument, facts: readonly StoredFact[]): Part[] {
  const { text, offset, sessionId, entryId } = document;
  let end = 0;
  return cutSentences(text).map((sentence) => {
    const start = end;
    end += sentence.length;
    const isInside = ({ sources }: StoredFact): boolean =>
      sources.some(
        (source) =>
          source.sessionId === sessionId &&
          source.entryId === entryId &&
          source.start - offset < end &&
          source.end - offset > start,
      );
    return { text: sentence, facts: facts.filter(isInside) };
  });
}
