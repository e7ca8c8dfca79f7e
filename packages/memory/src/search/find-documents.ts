import type { DocumentPlace, IndexedSession, MemoryIndex, StoredDocument } from '@everlong/core';

import { entryKey } from '../facts/entry-key.js';
import type { Meaning } from '../scope/memory-context.js';
import { dateRange } from './date-signs.js';
import type { ScoredFact } from './find-facts.js';
import { createLexicalScorer } from './lexical-score.js';
import type { ParsedQuery } from './parse-query.js';
import type { RecallWeights } from '../scope/recall-weights.js';
import { placeKey, type ScoredDocument, scoreDocuments } from './score-documents.js';
import { normalized, scoreSessions } from './score-sessions.js';

/** The most documents found by words. */
const MAX_CANDIDATES = 400;

/** The most documents found by a date in the query. */
const MAX_DATED = 200;

/** Candidates whose neighbours, two on either side, are scored as well. */
const WITH_NEIGHBOURS = 120;
const REACH = [-2, -1, 1, 2];

/** Facts whose sources are candidates, and how many documents they bring. */
const LINKED_FACTS = 3;
const MAX_LINKED = 12;

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
): Promise<ScoredDocument[]> {
  const { index, scope, sessionCount, weights, meaning } = search;
  const termWeights = new Map([
    ...query.relatedTerms.map((term) => [term, weights.related] as const),
    ...query.terms.map((term) => [term, 1] as const),
  ]);
  const terms = [...termWeights.keys()];
  const candidates = await candidatesFor(search, terms, query);
  if (candidates.length === 0 && meaning.near.size === 0 && query.nameTerms.length > 0) {
    return findDocuments(search, { ...query, terms: query.nameTerms, nameTerms: [] }, facts);
  }
  const known = new Set(candidates.map(placeKey));
  const linked = await linkedDocuments(search, facts);
  candidates.push(...linked.filter((document) => !known.has(placeKey(document))));
  const frequencies = await index.frequencies(scope, { layer: 'documents', terms });
  const scorer = createLexicalScorer(termWeights, frequencies, weights);
  const lexical = normalized(
    new Map(candidates.map((document) => [placeKey(document), scorer.score(document.terms)])),
  );
  const sessions = await sessionsOf(index, scope, candidates);
  const others = await neighboursOf(search, candidates, lexical);
  const signs = {
    lexical,
    sessions: scoreSessions(candidates, termWeights, sessions, sessionCount),
    facts: factSigns(candidates, facts),
    semantic: new Map([...meaning.near].map(([key, { score }]) => [key, score])),
  };
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

/** Neighbours of the best candidates, and what means the same as the query, without candidates. */
async function neighboursOf(
  { index, scope, meaning: { near } }: DocumentSearch,
  candidates: readonly StoredDocument[],
  lexical: ReadonlyMap<string, number>,
): Promise<StoredDocument[]> {
  const places = new Map<string, DocumentPlace>();
  const scoreOf = (document: StoredDocument): number => lexical.get(placeKey(document)) ?? 0;
  const best = candidates
    .toSorted((left, right) => scoreOf(right) - scoreOf(left))
    .slice(0, WITH_NEIGHBOURS);
  const add = (place: DocumentPlace): void => void places.set(placeKey(place), place);
  for (const { sessionId, position } of best) {
    for (const distance of REACH) add({ sessionId, position: position + distance });
  }
  for (const { place } of near.values()) add(place);
  for (const document of candidates) places.delete(placeKey(document));
  const found = await index.documents(scope, { places: [...places.values()] });
  return found.filter(({ layer }) => layer !== 'copy');
}

/** The sources of the best facts. */
async function linkedDocuments(
  { index, scope }: DocumentSearch,
  facts: readonly ScoredFact[],
): Promise<StoredDocument[]> {
  const sources = facts.slice(0, LINKED_FACTS).flatMap(({ fact }) => fact.sources);
  const found: StoredDocument[] = [];
  for (const [sessionId, own] of Map.groupBy(sources, (source) => source.sessionId)) {
    const entryIds = [...new Set(own.map(({ entryId }) => entryId))];
    found.push(...(await index.documents(scope, { sessionId, entryIds, limit: MAX_LINKED })));
  }
  return found.filter(({ layer }) => layer === 'episode');
}

/** The best match of the facts from a document's entry. */
function factSigns(
  documents: readonly StoredDocument[],
  facts: readonly ScoredFact[],
): ReadonlyMap<string, number> {
  const byEntry = new Map<string, number>();
  for (const { fact, match } of facts) {
    for (const source of fact.sources) {
      const key = entryKey(source);
      byEntry.set(key, Math.max(byEntry.get(key) ?? 0, match));
    }
  }
  return new Map(
    documents.flatMap((document): [string, number][] => {
      const sign = byEntry.get(entryKey(document)) ?? 0;
      return sign > 0 ? [[placeKey(document), sign]] : [];
    }),
  );
}
