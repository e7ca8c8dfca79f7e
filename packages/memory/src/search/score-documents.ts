import type { IndexedSession, StoredDocument } from '@everlong/core';

import type { RecallWeights } from '../scope/recall-weights.js';
import type { DateMention } from '../text/date-mentions.js';
import { foldWords } from '../text/fold-words.js';
import { createLexicalScore, normalized } from './lexical-score.js';
import type { ParsedQuery } from './parse-query.js';

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
  const asked = ` ${query.words.join(' ')} `;
  return documents
    .map((document) => scoreDocument(document))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score || comparePlaces(left, right));

  function scoreDocument(document: StoredDocument): ScoredDocument {
    const key = placeKey(document);
    const breakdown: Record<string, number> = {};
    const add = (name: string, value: number): void => {
      if (value !== 0) breakdown[name] = value;
    };
    add('words', signs.lexical.get(key) ?? 0);
    add('neighbours', neighbourScore(document));
    add('fact', weights.fact * (signs.facts.get(key) ?? 0));
    add('meaning', weights.semantic * (signs.semantic.get(key) ?? 0));
    const period = periodSign(document.date, query.dates);
    // A session that fits does not make a hit of what has nothing to do with the query.
    if (Object.keys(breakdown).length === 0 && period < 1) return { document, breakdown, score: 0 };
    add('session', weights.session * (signs.sessions.get(document.sessionId) ?? 0));
    add('date', weights.date * period);
    if (query.names.size > 0 && isNamed(document.speaker)) add('speaker', weights.speaker);
    if (document.role === 'user') add('user', weights.user);
    if (isQuestion(document.text)) add('question', -weights.question);
    add('length', weights.length * Math.min(1, Math.log(1 + document.terms.length) / 4));
    if (holdsQuery(document)) add('asked', ASKED);
    const score = Object.values(breakdown).reduce((total, value) => total + value, 0);
    return { document, breakdown, score };
  }

  /** What a document's neighbours that match say about it, an answer's question most of all. */
  function neighbourScore({ sessionId, position }: StoredDocument): number {
    const keyAt = (distance: number): string =>
      placeKey({ sessionId, position: position + distance });
    const at = (distance: number): number => signs.lexical.get(keyAt(distance)) ?? 0;
    const { previous, answer, next, nearby } = weights;
    const isAnswer = at(-1) > 0 && isQuestion(byPlace.get(keyAt(-1))?.text ?? '');
    const near = nearby === 0 ? 0 : nearby * (at(-2) + at(2));
    return previous * (isAnswer ? answer : 1) * at(-1) + next * at(1) + near;
  }

  /** Whether it has the query's words in their order. */
  function holdsQuery({ text, terms }: StoredDocument): boolean {
    if (query.terms.length < 2 || !query.terms.some((term) => terms.includes(term))) return false;
    return ` ${foldWords(text).join(' ')} `.includes(asked);
  }

  function isNamed(speaker: string): boolean {
    return foldWords(speaker).some((word) => query.names.has(word));
  }
}

function isQuestion(text: string): boolean {
  return /[?？]\s*(?:\[[^\]]*\])?\s*$/.test(text.slice(-400));
}

/** How well an ISO 8601 date fits those of a query: 1 in the same month, ½ if only the year is named. */
function periodSign(date: string, mentions: readonly DateMention[]): number {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  const fitting = mentions.filter(
    (mention) => (mention.year ?? year) === year && (mention.month ?? month) === month,
  );
  return Math.max(0, ...fitting.map((mention) => (mention.month === undefined ? 0.5 : 1)));
}

function comparePlaces(left: ScoredDocument, right: ScoredDocument): number {
  const [one, other] = [left.document, right.document];
  if (one.sessionId !== other.sessionId) return one.sessionId < other.sessionId ? -1 : 1;
  return one.position - other.position;
}

const BY_SESSION = { saturation: 1.2, lengthNormalization: 0.75 };

/**
 * How well whole sessions match, the best as 1: BM25 over their candidates, with the number of
 * documents as a session's length.
 */
export function scoreSessions(
  candidates: readonly StoredDocument[],
  terms: readonly string[],
  sessions: readonly IndexedSession[],
  rows: number,
): ReadonlyMap<string, number> {
  const bySession = [...Map.groupBy(candidates, ({ sessionId }) => sessionId)].map(
    ([id, own]) => [id, own.flatMap((each) => each.terms)] as const,
  );
  const sets = bySession.map(([, own]) => new Set(own));
  const rowsWith = new Map(terms.map((term) => [term, sets.filter((set) => set.has(term)).length]));
  const lengths = new Map(sessions.map(({ sessionId, documents }) => [sessionId, documents]));
  const total = sessions.reduce((sum, { documents }) => sum + documents, 0);
  const average = total / Math.max(1, sessions.length);
  const score = createLexicalScore(terms, { rows, terms: average * rows, rowsWith }, BY_SESSION);
  return normalized(new Map(bySession.map(([id, own]) => [id, score(own, lengths.get(id))])));
}
