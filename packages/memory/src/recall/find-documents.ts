import type { DocumentPlace, IndexedSession, MemoryIndex, StoredDocument } from '@everlong/core';

import { dateRange } from './date-signs.js';
import { createLexicalScorer } from './lexical-score.js';
import type { ParsedQuery } from './parse-query.js';
import type { RecallWeights } from './recall-weights.js';
import { placeKey, type ScoredDocument, scoreDocuments } from './score-documents.js';
import { normalized, scoreSessions } from './score-sessions.js';

/** The most documents found by words. */
const MAX_CANDIDATES = 400;

/** The most documents found by a date in the query. */
const MAX_DATED = 200;

/** Candidates whose neighbours, two on either side, are scored as well. */
const WITH_NEIGHBOURS = 120;
const REACH = [-2, -1, 1, 2];

/** The best sessions are scored whole, unless they have more documents than this. */
const WHOLE_SESSIONS = 6;
const MAX_WHOLE_DOCUMENTS = 80;

export interface DocumentSearch {
  index: MemoryIndex;
  scope: string;
  sessionCount: number;
  weights: RecallWeights;
  /** Similarity by embedding, by `placeKey`. */
  near: ReadonlyMap<string, { place: DocumentPlace; score: number }>;
}

/**
 * Documents that may answer a query, best first. `sources`: the match of facts, by the entry they
 * come from.
 */
export async function findDocuments(
  search: DocumentSearch,
  query: ParsedQuery,
  sources: ReadonlyMap<string, number>,
): Promise<ScoredDocument[]> {
  const { index, scope, sessionCount, weights } = search;
  const termWeights = new Map([
    ...query.relatedTerms.map((term) => [term, weights.related] as const),
    ...query.terms.map((term) => [term, 1] as const),
  ]);
  const terms = [...query.terms, ...query.relatedTerms];
  const candidates = await candidatesFor(search, terms, query);
  if (candidates.length === 0 && search.near.size === 0 && query.nameTerms.length > 0) {
    return findDocuments(search, { ...query, terms: query.nameTerms, nameTerms: [] }, sources);
  }
  const frequencies = await index.frequencies(scope, { layer: 'documents', terms });
  const scorer = createLexicalScorer(termWeights, frequencies, weights);
  const lexical = normalized(
    new Map(candidates.map((document) => [placeKey(document), scorer.score(document.terms)])),
  );
  const sessions = await sessionsOf(index, scope, candidates);
  const sessionScores = scoreSessions(candidates, termWeights, sessions, sessionCount);
  const scoreOf = ({ sessionId }: IndexedSession): number => sessionScores.get(sessionId) ?? 0;
  const signs = {
    lexical,
    sessions: sessionScores,
    facts: factSigns(candidates, sources),
    semantic: new Map([...search.near].map(([key, { score }]) => [key, score])),
  };
  const bestSessions = sessions
    .toSorted((left, right) => scoreOf(right) - scoreOf(left))
    .slice(0, WHOLE_SESSIONS)
    .filter(({ documents }) => documents <= MAX_WHOLE_DOCUMENTS);
  const others = await contextOf(search, candidates, lexical, bestSessions);
  return scoreDocuments([...candidates, ...others], query, signs, weights);
}

/** Documents with any of the terms or dates. */
async function candidatesFor(
  { index, scope }: DocumentSearch,
  terms: readonly string[],
  { dates }: ParsedQuery,
): Promise<StoredDocument[]> {
  const layer = 'documents';
  const found = await index.candidates(scope, { layer, terms, limit: MAX_CANDIDATES });
  const ranges = dates.flatMap(dateRange);
  if (ranges.length > 0) {
    const seen = new Set(found.map(placeKey));
    const dated = await index.documents(scope, { dates: ranges, limit: MAX_DATED });
    found.push(
      ...dated.filter((document) => document.layer !== 'copy' && !seen.has(placeKey(document))),
    );
  }
  return found;
}

async function sessionsOf(
  index: MemoryIndex,
  scope: string,
  documents: readonly StoredDocument[],
): Promise<IndexedSession[]> {
  const sessionIds = [...new Set(documents.map(({ sessionId }) => sessionId))];
  return index.sessions(scope, { sessionIds });
}

/** Neighbours of the best candidates and documents of the best sessions, without candidates. */
async function contextOf(
  { index, scope, near }: DocumentSearch,
  candidates: readonly StoredDocument[],
  lexical: ReadonlyMap<string, number>,
  bestSessions: readonly IndexedSession[],
): Promise<StoredDocument[]> {
  const places = new Map<string, DocumentPlace>();
  const add = (sessionId: string, position: number): void => {
    const place = { sessionId, position };
    places.set(placeKey(place), place);
  };
  const scoreOf = (document: StoredDocument): number => lexical.get(placeKey(document)) ?? 0;
  const best = candidates.toSorted((left, right) => scoreOf(right) - scoreOf(left));
  for (const { sessionId, position } of best.slice(0, WITH_NEIGHBOURS)) {
    for (const distance of REACH) add(sessionId, position + distance);
  }
  for (const { sessionId, documents } of bestSessions) {
    for (let position = 0; position < documents; position++) add(sessionId, position);
  }
  for (const { place } of near.values()) add(place.sessionId, place.position);
  for (const document of candidates) places.delete(placeKey(document));
  const found = await index.documents(scope, { places: [...places.values()] });
  return found.filter(({ layer }) => layer !== 'copy');
}

function factSigns(
  documents: readonly StoredDocument[],
  sources: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  if (sources.size === 0) return new Map();
  return new Map(
    documents.flatMap((document) => {
      const score = sources.get(`${document.entryId} ${document.sessionId}`);
      return score === undefined ? [] : [[placeKey(document), score] as const];
    }),
  );
}
