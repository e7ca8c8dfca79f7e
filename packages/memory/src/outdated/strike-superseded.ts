import type { StoredDocument, StoredFact } from '@everlong/core';

import { entryKey } from '../facts/entry-key.js';
import { denies, saysChange, tellsChange } from '../claims/change-signs.js';
import type { Claim } from '../claims/read-claims.js';
import { expandContractions } from '../extraction/split-clauses.js';
import { hedged } from '../extraction/extract-statements.js';
import type { Matter } from '../replacement/same-matter.js';
import { entityKey, objectKey, PROJECT, USER } from '../facts/fact-keys.js';
import { cutSentences } from '../extraction/split-sentences.js';
import { foldWords } from '../text/fold-words.js';
import { isNamed } from './find-outdated.js';
import { type Outdated, restsOn } from './outdated.js';
import { maskValue } from './mask-value.js';
import { namesWhole } from './named-value.js';

/** A value repeated within this many documents after its source counts as an echo. */
const ECHO_DISTANCE = 4;

export interface Striker {
  /** A text of the document without outdated sentences; empty when none is left. */
  strike(document: StoredDocument, text: string): string;
}

/** A fact that answers a query and whose predicate has one value at a time. */
export interface Answer {
  fact: StoredFact;
  /** Terms of its predicate. */
  matter: ReadonlySet<string>;
}

export interface StrikeInput {
  /** Facts that hold no longer. */
  superseded: readonly StoredFact[];
  /** What says that one of them is over, where no other value took its place. */
  endings: ReadonlyMap<StoredFact, StoredFact>;
  /** Facts that hold: their own sentences stay, even with a superseded value. */
  current: readonly StoredFact[];
  documents: readonly StoredDocument[];
  answers: readonly Answer[];
  outdated: Outdated;
  /** Whether the query asks by name for something in a sentence besides a fact, or for its value. */
  isAskedFor(sentence: string, fact: StoredFact): boolean;
  question: Matter;
  termsOf(text: string): string[];
}

/**
 * Removes outdated sentences from documents: those with a superseded value in the fact's own
 * entries, right after them, and wherever they name the matter too; older ones on the matter of an
 * answer; those that a later statement takes back. A sentence that tells of the change stays, with
 * the former value masked unless the query names it.
 */
export function createStriker(input: StrikeInput): Striker {
  const {
    superseded,
    endings,
    current,
    documents,
    answers,
    outdated,
    isAskedFor,
    question,
    termsOf,
  } = input;
  const old = superseded
    .map((fact): OldFact => ({
      fact,
      value: objectKey(fact.object),
      terms: new Set(termsOf(`${fact.predicate} ${fact.subject === 'user' ? '' : fact.subject}`)),
      entries: new Set(fact.sources.map(entryKey)),
      places: placesOf(fact, documents),
    }))
    .filter(({ value }) => value !== '');
  const currentEntries = new Set(current.flatMap(({ sources }) => sources.map(entryKey)));
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

  return {
    strike(document, text) {
      const isCurrent = currentEntries.has(entryKey(document));
      const told = old.filter(
        (each) =>
          (isCurrent || !isEndedBy(each, document, endings)) && mayTell(each, document, current),
      );
      const stated = current
        .filter((fact) => restsOn(fact, document))
        .map(({ object }) => objectKey(object));
      const newer = isCurrent ? [] : outdating.filter((each) => mayOutdate(each, document));
      const kept = cutSentences(text)
        .filter((sentence) => !newer.some((each) => isOnMatter(each, sentence, termsOf)))
        .flatMap((sentence) => {
          const over = told
            .filter(({ fact }) => !isAskedFor(sentence, fact))
            .filter((each) => tells(each, sentence, document, isCurrent, termsOf));
          const isSource =
            !isCurrent && over.some(({ entries }) => entries.has(entryKey(document)));
          const states = stated.some((value) => hasWords(sentence, value));
          return withoutFormer(sentence, over, question, { isSource, states });
        });
      return withoutOutdated(document, kept, outdated, question).trim();
    },
  };
}

/**
 * What is shown of a sentence with former values: nothing where it states one; with the value
 * masked where it tells of the change or also states what holds.
 */
function withoutFormer(
  sentence: string,
  over: readonly OldFact[],
  question: Matter,
  { isSource, states }: { isSource: boolean; states: boolean },
): string[] {
  if (over.length === 0) return [sentence];
  const whole = expandContractions(sentence);
  // Where the former value comes from, an event is no change: `We decided to use Redis.`
  const isNews = isSource ? saysChange(whole) : tellsChange(whole);
  if (!states && !isNews && !denies(sentence)) return [];
  return [
    over
      .filter(({ value }) => !isNamed(value, question))
      .reduce((text, { fact }) => maskValue(text, fact.object), sentence),
  ];
}

/** Without sentences whose every claim is outdated; former values of the others are masked. */
function withoutOutdated(
  document: StoredDocument,
  sentences: readonly string[],
  outdated: Outdated,
  question: Matter,
): string {
  const claims = outdated.claimsOf(document);
  const masked = new Set(outdated.formerValues.get(document));
  const kept = sentences.filter((sentence) => {
    const own = claims.filter((claim) => sentence.trim() === claim.sentence);
    const over = own.filter((claim) => outdated.claims.has(claim));
    if (own.length > 0 && over.length === own.length && coversHalf(sentence, over)) return false;
    if (over.length === own.length) return true;
    for (const { text, key } of over.flatMap(({ values }) => values)) {
      if (!isNamed(key, question)) masked.add(text);
    }
    return true;
  });
  return [...masked].reduce(maskValue, kept.join(''));
}

/** Longer sentences often say more than could be read as claims. */
const LONG_SENTENCE = 160;

function coversHalf(sentence: string, claims: readonly Claim[]): boolean {
  const length = claims.reduce((sum, { text }) => sum + text.length, 0);
  return sentence.length <= LONG_SENTENCE || 2 * length >= sentence.trim().length;
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
  if (document.date >= since && !tellsUser(document)) return false;
  if (fact.subject === 'user') return document.role !== 'tool';
  return !isSpeaker || document.speaker === fact.subject;
}

function isOnMatter(
  { fact, matter, value }: NewFact,
  sentence: string,
  termsOf: (text: string) => string[],
): boolean {
  if (hedged.test(sentence) || hasWords(sentence, value)) return false;
  if (!isOfSubject(fact, sentence)) return false;
  return termsOf(sentence).some((term) => matter.has(term));
}

/** Whether a sentence may be about a fact's subject: it must name a thing or another person. */
function isOfSubject({ subject }: StoredFact, sentence: string): boolean {
  if (subject === USER || subject === PROJECT) return true;
  const words = new Set(foldWords(sentence));
  return entityKey(subject)
    .split(' ')
    .some((word) => words.has(word));
}

/** Whether a document says that a fact is over. If it states nothing else, that is the news. */
function isEndedBy(
  { fact, entries }: OldFact,
  document: StoredDocument,
  endings: StrikeInput['endings'],
): boolean {
  const ending = endings.get(fact);
  return ending !== undefined && restsOn(ending, document) && !entries.has(entryKey(document));
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
      other.sources.some((source) => entryKey(source) === entryKey(document)),
  );
}

/** Whether a sentence states an old fact; `isCurrent`: a current one rests on its document. */
function tells(
  { fact, value, terms, entries, places }: OldFact,
  sentence: string,
  document: StoredDocument,
  isCurrent: boolean,
  termsOf: (text: string) => string[],
): boolean {
  if (!hasWords(sentence, value) || !namesWhole(sentence, fact.object)) return false;
  if (entries.has(entryKey(document)) || isCurrent) return true;
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

/** What the assistant believes of the user is no news, whenever it said so. */
function tellsUser({ role, text }: StoredDocument): boolean {
  return role === 'assistant' && /\byou(?:r|'re)?\b/i.test(text);
}

function latest(dates: readonly string[]): string {
  return dates.reduce((last, date) => (date > last ? date : last), '');
}

function placesOf(fact: StoredFact, documents: readonly StoredDocument[]): StoredDocument[] {
  return documents.filter((document) => restsOn(fact, document));
}

function hasWords(text: string, value: string): boolean {
  return ` ${foldWords(text).join(' ')} `.includes(` ${value} `);
}
