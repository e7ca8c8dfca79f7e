import type { DocumentPlace, IndexedSession, MemoryIndex, StoredDocument } from '@everlong/core';

import { entryKey } from '../facts/entry-key.js';
import { questionTopics, termsOnTopics } from '../vocabulary/read-topics.js';
import { dateRange } from './date-signs.js';
import type { ScoredFact } from './find-facts.js';
import { createLexicalScorer } from './lexical-score.js';
import type { Meaning } from './meaning.js';
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

/** With fewer candidates, the topics of the question are searched as well. */
const FEW = 3;

/** The weight of a word of a topic; the query's own weigh 1. */
const TOPIC = 0.5;

/** Facts whose sources are candidates, and how many documents they bring. */
const LINKED_FACTS = 3;
const MAX_LINKED = 12;

/** What naming the value of a fact counts, of being its source. */
const NAMED = 0.3;

export interface DocumentSearch {
  index: MemoryIndex;
  scope: string;
  sessionCount: number;
  weights: RecallWeights;
  meaning: Meaning;
}

/**
 * Documents that may answer a query, best first.
 *
 * @param facts that match, best first
 */
export async function findDocuments(
  search: DocumentSearch,
  query: ParsedQuery,
  facts: readonly ScoredFact[],
  topicTerms?: readonly string[],
): Promise<ScoredDocument[]> {
  const { index, scope, sessionCount, weights } = search;
  const isWide = topicTerms !== undefined;
  const termWeights = new Map([
    ...(topicTerms ?? []).map((term) => [term, TOPIC] as const),
    ...query.relatedTerms.map((term) => [term, weights.related] as const),
    ...query.terms.map((term) => [term, 1] as const),
  ]);
  const terms = [...termWeights.keys()];
  const candidates = await candidatesFor(search, terms, query);
  if (
    isWide &&
    candidates.length === 0 &&
    search.meaning.near.size === 0 &&
    query.nameTerms.length > 0
  ) {
    return findDocuments(search, { ...query, terms: query.nameTerms, nameTerms: [] }, facts, []);
  }
  const linked = await linkedDocuments(search, facts);
  if (candidates.length + linked.length < FEW && !isWide) {
    return findDocuments(search, query, facts, termsOnTopics(questionTopics(query.text)));
  }
  const known = new Set(candidates.map(placeKey));
  candidates.push(...linked.filter((document) => !known.has(placeKey(document))));
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
    facts: factSigns(candidates, facts, weights.succession > 0),
    semantic: new Map([...search.meaning.near].map(([key, { score }]) => [key, score])),
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
  { index, scope, meaning: { near } }: DocumentSearch,
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

/** The sources of the best facts, and documents that name the value of the best one. */
async function linkedDocuments(
  { index, scope, weights }: DocumentSearch,
  facts: readonly ScoredFact[],
): Promise<StoredDocument[]> {
  const best = facts.slice(0, LINKED_FACTS);
  const [first] = best;
  if (first === undefined || weights.succession === 0) return [];
  const entryIds = [
    ...new Set(best.flatMap(({ fact }) => fact.sources.map(({ entryId }) => entryId))),
  ];
  const sources = await index.documents(scope, { entryIds, limit: MAX_LINKED });
  const terms = first.valueTerms;
  const layer = 'documents';
  const named =
    terms.length === 0 ? [] : await index.candidates(scope, { layer, terms, limit: MAX_LINKED });
  return [...new Map([...sources, ...named].map((each) => [placeKey(each), each])).values()].filter(
    ({ layer: each }) => each === 'episode',
  );
}

/** The best match of the facts from a document's entry, or of those whose value it names. */
function factSigns(
  documents: readonly StoredDocument[],
  facts: readonly ScoredFact[],
  withNamed: boolean,
): ReadonlyMap<string, number> {
  const signs = new Map<string, number>();
  const byEntry = new Map<string, number>();
  for (const { fact, match } of facts) {
    for (const source of fact.sources) {
      const key = entryKey(source);
      byEntry.set(key, Math.max(byEntry.get(key) ?? 0, match));
    }
  }
  const [best] = facts;
  const value = new Set(withNamed ? best?.valueTerms : []);
  for (const document of documents) {
    const own = byEntry.get(entryKey(document)) ?? 0;
    const isNamed = value.size > 0 && document.terms.some((term) => value.has(term));
    const sign = Math.max(own, isNamed ? NAMED * (best?.match ?? 0) : 0);
    if (sign > 0) signs.set(placeKey(document), sign);
  }
  return signs;
}
