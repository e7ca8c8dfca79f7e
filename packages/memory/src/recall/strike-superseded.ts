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
    .map((fact): OldFact => ({
      fact,
      value: objectKey(fact.object),
      terms: new Set(termsOf(`${fact.predicate} ${fact.subject === 'user' ? '' : fact.subject}`)),
      entries: new Set(fact.sources.map(keyOf)),
      places: placesOf(fact, documents),
    }))
    .filter(({ value }) => value !== '');
  const currentEntries = new Set(current.flatMap(({ sources }) => sources.map(keyOf)));
  const speakers = new Set(documents.map(({ speaker }) => speaker));
  const outdating = answers.map((answer): NewFact => ({
    ...answer,
    value: objectKey(answer.fact.object),
    isSpeaker: speakers.has(answer.fact.subject),
    since: latest([
      answer.fact.validFrom,
      ...placesOf(answer.fact, documents).map(({ date }) => date),
    ]),
  }));
  const isOutdated = findOutdated(documents, termsOf);

  return {
    strike(document) {
      const isCurrent = currentEntries.has(keyOf(document));
      const told = old.filter((each) => mayTell(each, document, current));
      const newer = isCurrent ? [] : outdating.filter((each) => mayOutdate(each, document));
      const kept = sentencesOf(document.text).filter(
        (sentence) =>
          !told.some((each) => tells(each, sentence, document, isCurrent, termsOf)) &&
          !newer.some((each) => isOnMatter(each, sentence, termsOf)) &&
          !isOutdated(document, sentence),
      );
      return kept.join('').trim();
    },
  };
}

/** A superseded fact, and where it was stated. */
interface OldFact {
  fact: StoredFact;
  value: string;
  /** Of its predicate, and of a subject other than the user. */
  terms: ReadonlySet<string>;
  entries: ReadonlySet<string>;
  places: readonly StoredDocument[];
}

/** An answer, and since when it holds. */
interface NewFact extends Answer {
  value: string;
  /** Whether its subject speaks in the documents. */
  isSpeaker: boolean;
  since: string;
}

/** Whether a document is older than the fact and about its subject. */
function mayOutdate({ fact, isSpeaker, since }: NewFact, document: StoredDocument): boolean {
  if (document.date >= since) return false;
  if (fact.subject === 'user') return document.role !== 'tool';
  return !isSpeaker || document.speaker === fact.subject;
}

function isOnMatter(
  { matter, value }: NewFact,
  sentence: string,
  termsOf: (text: string) => string[],
): boolean {
  if (hedged.test(sentence) || hasWords(sentence, value)) return false;
  return termsOf(sentence).some((term) => matter.has(term));
}

/** Whether a document holds the old value, and not as that of another fact that holds. */
function mayTell(
  { value, fact }: OldFact,
  document: StoredDocument,
  current: readonly StoredFact[],
): boolean {
  if (!hasWords(document.text, value)) return false;
  return !current.some(
    (other) =>
      other.slot !== fact.slot &&
      objectKey(other.object) === value &&
      other.sources.some((source) => keyOf(source) === keyOf(document)),
  );
}

/** Whether a sentence states an old fact; `isCurrent`: a current one rests on its document. */
function tells(
  { value, terms, entries, places }: OldFact,
  sentence: string,
  document: StoredDocument,
  isCurrent: boolean,
  termsOf: (text: string) => string[],
): boolean {
  if (!hasWords(sentence, value)) return false;
  if (entries.has(keyOf(document)) || isCurrent) return true;
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
