import type { StoredDocument, StoredFact } from '@everlong/core';

import { hedged } from '../extraction/extract-statements.js';
import { objectKey } from '../facts/fact-keys.js';
import { foldWords } from '../text/fold-words.js';
import { findOutdated } from './outdated-clauses.js';

/** A value repeated within this many documents after its source counts as an echo. */
const ECHO_DISTANCE = 4;

export interface Striker {
  /** The document's text without outdated sentences; empty when none is left. */
  strike(document: StoredDocument): string;
}

/** A fact that answers a query and whose predicate has one value at a time. */
export interface Answer {
  fact: StoredFact;
  /** Terms of its predicate. */
  matter: ReadonlySet<string>;
}

/**
 * Removes outdated sentences from documents. A sentence with a superseded value goes in the fact's
 * own entries, right after them, and wherever it names the matter too; so does an older sentence on
 * the matter of an answer.
 *
 * @param current facts that hold: their own sentences stay, even with a superseded value
 */
export function createStriker(
  superseded: readonly StoredFact[],
  current: readonly StoredFact[],
  documents: readonly StoredDocument[],
  answers: readonly Answer[],
  termsOf: (text: string) => string[],
): Striker {
  const old = superseded
    .map((fact) => ({
      fact,
      value: objectKey(fact.object),
      terms: new Set(termsOf(`${fact.predicate} ${fact.subject === 'user' ? '' : fact.subject}`)),
      entries: new Set(fact.sources.map(keyOf)),
      places: placesOf(fact, documents),
    }))
    .filter(({ value }) => value !== '');

  const outdating = answers.map((answer) => ({
    ...answer,
    value: objectKey(answer.fact.object),
    since: latest([
      answer.fact.validFrom,
      ...placesOf(answer.fact, documents).map(({ date }) => date),
    ]),
  }));

  const isOutdated = findOutdated(documents, termsOf);

  return {
    strike(document) {
      const told = old.filter((each) => document.text.length > 0 && mayTell(each, document));
      const newer = outdating.filter((each) => mayOutdate(each, document));
      const kept = sentencesOf(document.text).filter(
        (sentence) =>
          !told.some((each) => tells(each, sentence, document)) &&
          !newer.some((each) => isOnMatter(each, sentence)) &&
          !isOutdated(document, sentence),
      );
      return kept.join('').trim();
    },
  };

  /** Whether an older document of the fact's subject is the source of no current fact. */
  function mayOutdate(
    { fact, since }: (typeof outdating)[number],
    document: StoredDocument,
  ): boolean {
    return (
      document.date < since &&
      (fact.subject === 'user'
        ? document.role !== 'tool'
        : !isSpeaker(fact) || document.speaker === fact.subject) &&
      !current.some((other) => restsOn(other, document))
    );
  }

  function isSpeaker({ subject }: StoredFact): boolean {
    return documents.some(({ speaker }) => speaker === subject);
  }

  function isOnMatter({ matter, value }: (typeof outdating)[number], sentence: string): boolean {
    if (hedged.test(sentence) || hasWords(sentence, value)) return false;
    return termsOf(sentence).some((term) => matter.has(term));
  }

  function mayTell({ value, fact }: (typeof old)[number], document: StoredDocument): boolean {
    if (!hasWords(document.text, value)) return false;
    const holdsElsewhere = current.some(
      (other) =>
        other.slot !== fact.slot &&
        objectKey(other.object) === value &&
        other.sources.some((source) => keyOf(source) === keyOf(document)),
    );
    return !holdsElsewhere;
  }

  function tells(
    { value, terms, entries, places }: (typeof old)[number],
    sentence: string,
    document: StoredDocument,
  ): boolean {
    if (!hasWords(sentence, value)) return false;
    if (entries.has(keyOf(document)) || current.some((other) => restsOn(other, document)))
      return true;
    const isEcho = places.some(
      (place) =>
        place.sessionId === document.sessionId &&
        document.position > place.position &&
        document.position - place.position <= ECHO_DISTANCE,
    );
    if (isEcho) return true;
    const words = new Set(termsOf(sentence));
    return terms.size > 0 && [...terms].every((term) => words.has(term));
  }
}

function latest(dates: readonly string[]): string {
  return dates.reduce((last, date) => (date > last ? date : last), '');
}

function placesOf(fact: StoredFact, documents: readonly StoredDocument[]): StoredDocument[] {
  return documents.filter((document) => restsOn(fact, document));
}

function restsOn(fact: StoredFact, document: StoredDocument): boolean {
  return fact.sources.some((source) => keyOf(source) === keyOf(document));
}

function keyOf({ sessionId, entryId }: { sessionId: string; entryId: string }): string {
  return `${entryId} ${sessionId}`;
}

function hasWords(text: string, value: string): boolean {
  return ` ${foldWords(text).join(' ')} `.includes(` ${value} `);
}

/** Sentences with the space after them: joined, they are the text. */
function sentencesOf(text: string): string[] {
  return text.match(/[\s\S]+?(?:[.!?…。！？]+["')\]]*(?:\s+|$)|\n+|$)/g) ?? [];
}
