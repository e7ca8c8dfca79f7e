import type { StoredDocument } from '@everlong/core';

import { foldWords } from '../text/fold-words.js';
import { dateSigns } from './date-signs.js';
import type { ParsedQuery } from './parse-query.js';
import type { RecallWeights } from '../scope/recall-weights.js';

/** A document and the parts of its score by name. */
export interface ScoredDocument {
  document: StoredDocument;
  score: number;
  breakdown: Record<string, number>;
}

/** More than all other signs together: what was asked word for word stands first. */
const ASKED = 10;

export interface DocumentSigns {
  /** The match by words, the best as 1; absent for none. By `placeKey`. */
  lexical: ReadonlyMap<string, number>;
  /** By session. */
  sessions: ReadonlyMap<string, number>;
  /** The match of facts from there. By `placeKey`. */
  facts: ReadonlyMap<string, number>;
  /** By `placeKey`. */
  semantic: ReadonlyMap<string, number>;
}

export function placeKey({ sessionId, position }: { sessionId: string; position: number }): string {
  return `${position} ${sessionId}`;
}

/**
 * Adds up the signs of each document; best first, ties by place. Leaves out documents that neither
 * match nor are next to one that does.
 *
 * @param documents with the neighbours of the best of them
 */
export function scoreDocuments(
  documents: readonly StoredDocument[],
  query: ParsedQuery,
  signs: DocumentSigns,
  weights: RecallWeights,
): ScoredDocument[] {
  const byPlace = new Map(documents.map((document) => [placeKey(document), document]));
  const speakers = new Map<string, boolean>();
  const asked = ` ${query.words.join(' ')} `;
  return documents
    .map((document) => scoreDocument(document))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score || comparePlaces(left, right));

  function scoreDocument(document: StoredDocument): ScoredDocument {
    const key = placeKey(document);
    const breakdown: Record<string, number> = {};
    const add = (name: string, value: number): void => {
      if (value !== 0) breakdown[name] = (breakdown[name] ?? 0) + value;
    };
    add('words', signs.lexical.get(key) ?? 0);
    add('neighbours', neighbourScore(document, byPlace, signs.lexical, weights));
    add('fact', weights.fact * (signs.facts.get(key) ?? 0));
    add('meaning', weights.semantic * (signs.semantic.get(key) ?? 0));
    const { period, day } = dateSigns(document.date, query.dates);
    // A session that fits does not make a hit of what has nothing to do with the query.
    if (Object.keys(breakdown).length === 0 && period < 1) return { document, breakdown, score: 0 };
    add('session', weights.session * (signs.sessions.get(document.sessionId) ?? 0));
    add('date', weights.date * period + weights.day * day);
    addOwnSigns(document, add);
    if (holdsQuery(document)) add('asked', ASKED);
    return { document, breakdown, score: sum(Object.values(breakdown)) };
  }

  /** Whether it has the query's words in their order. */
  function holdsQuery({ text }: StoredDocument): boolean {
    return query.terms.length > 1 && ` ${foldWords(text).join(' ')} `.includes(asked);
  }

  /** Signs that count only for documents that are relevant otherwise. */
  function addOwnSigns(document: StoredDocument, add: (name: string, value: number) => void): void {
    if (query.names.size > 0 && isNamed(document.speaker)) add('speaker', weights.speaker);
    if (document.role === 'user') add('user', weights.user);
    for (const { name, answers } of query.cues) {
      if (answers.test(document.text)) add(name, weights.cue);
    }
    if (isQuestion(document.text)) add('question', -weights.question);
    add('length', weights.length * Math.min(1, Math.log(1 + document.terms.length) / 4));
  }

  function isNamed(speaker: string): boolean {
    const known = speakers.get(speaker);
    if (known !== undefined) return known;
    const named = foldWords(speaker).some((word) => query.names.has(word));
    speakers.set(speaker, named);
    return named;
  }
}

/** What a document's neighbours that match say about it, an answer's question most of all. */
function neighbourScore(
  document: StoredDocument,
  byPlace: ReadonlyMap<string, StoredDocument>,
  lexical: DocumentSigns['lexical'],
  weights: RecallWeights,
): number {
  const placeAt = (distance: number): string =>
    placeKey({ ...document, position: document.position + distance });
  const at = (distance: number): number => lexical.get(placeAt(distance)) ?? 0;
  const before = byPlace.get(placeAt(-1));
  const isAnswer = before !== undefined && isQuestion(before.text);
  return (
    weights.previous * (isAnswer ? weights.answer : 1) * at(-1) +
    weights.next * at(1) +
    weights.nearby * (at(-2) + at(2))
  );
}

function isQuestion(text: string): boolean {
  return /[?？]\s*(?:\[[^\]]*\])?\s*$/.test(text.slice(-400));
}

function comparePlaces(left: ScoredDocument, right: ScoredDocument): number {
  const [one, other] = [left.document, right.document];
  if (one.sessionId !== other.sessionId) return one.sessionId < other.sessionId ? -1 : 1;
  return one.position - other.position;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
