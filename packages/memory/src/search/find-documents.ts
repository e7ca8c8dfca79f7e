import type { DocumentPlace, MemoryIndex, StoredDocument } from '@everlong/core';

import { entryKey } from '../facts/fact-keys.js';
import type { Meaning } from '../scope/memory-context.js';
import type { RecallWeights } from '../scope/recall-weights.js';
import { sourceDocuments } from '../scope/source-documents.js';
import type { DateMention } from '../text/date-mentions.js';
import type { ScoredFact } from './find-facts.js';
import { createLexicalScore, normalized } from './lexical-score.js';
import type { ParsedQuery } from './parse-query.js';
import { placeKey, type ScoredDocument, scoreDocuments, scoreSessions } from './score-documents.js';

/** For each hit that is wanted so many documents are scored, and the neighbours of so many. */
const CANDIDATES = 10;
const WITH_NEIGHBOURS = 2;

/** Hits that so much is done for, whatever the limit. */
const MIN_HITS = 10;
const MAX_HITS = 40;

/** Facts whose sources are candidates, and how many documents they bring. */
const LINKED_FACTS = 3;
const MAX_LINKED = 12;

export interface DocumentSearch {
  index: MemoryIndex;
  scope: string;
  sessionCount: number;
  weights: RecallWeights;
  meaning: Meaning | undefined;
  /** The most hits that are wanted. */
  limit: number;
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
  const { index, scope, sessionCount, weights } = search;
  const near = search.meaning?.near ?? new Map<string, never>();
  const { terms, nameTerms } = query;
  const layer = 'documents' as const;
  const limit = CANDIDATES * hitsOf(search);
  const found = await index.candidates(scope, { layer, terms, limit });
  found.push(...(await datedDocuments(search, query.dates)));
  if (found.length === 0 && near.size === 0 && nameTerms.length > 0) {
    return findDocuments(search, { ...query, terms: nameTerms, nameTerms: [] }, facts);
  }
  const sources = facts.slice(0, LINKED_FACTS).flatMap(({ fact }) => fact.sources);
  const linked = await sourceDocuments(index, scope, sources, MAX_LINKED);
  found.push(...linked.filter((document) => document.layer === 'episode'));
  const candidates = [...new Map(found.map((each) => [placeKey(each), each])).values()];
  const frequencies = await index.frequencies(scope, { layer, terms });
  const score = createLexicalScore(terms, frequencies, weights);
  const lexical = normalized(
    new Map(candidates.map((document) => [placeKey(document), score(document.terms)])),
  );
  const sessionIds = [...new Set(candidates.map(({ sessionId }) => sessionId))];
  const sessions = await index.sessions(scope, { sessionIds });
  const others = await neighboursOf(search, candidates, lexical);
  const signs = {
    lexical,
    sessions: scoreSessions(candidates, terms, sessions, sessionCount),
    facts: factSigns(candidates, facts),
    semantic: new Map([...near].map(([key, each]) => [key, each.score])),
  };
  return scoreDocuments([...candidates, ...others], query, signs, weights);
}

function hitsOf({ limit }: DocumentSearch): number {
  return Math.min(Math.max(limit, MIN_HITS), MAX_HITS);
}

/** Documents of the months that a query names. */
async function datedDocuments(
  search: DocumentSearch,
  mentions: readonly DateMention[],
): Promise<StoredDocument[]> {
  const dates = mentions.flatMap(({ year, month }) => {
    if (year === undefined || month === undefined) return [];
    const firstOf = (each: number): string => new Date(Date.UTC(year, each - 1)).toISOString();
    return [{ from: firstOf(month), before: firstOf(month + 1) }];
  });
  if (dates.length === 0) return [];
  const limit = CANDIDATES * hitsOf(search);
  const dated = await search.index.documents(search.scope, { dates, limit });
  return dated.filter(({ layer }) => layer !== 'copy');
}

/** Neighbours of the best candidates, and what means the same as the query, without candidates. */
async function neighboursOf(
  search: DocumentSearch,
  candidates: readonly StoredDocument[],
  lexical: ReadonlyMap<string, number>,
): Promise<StoredDocument[]> {
  const { index, scope, weights, meaning } = search;
  const reach = weights.nearby === 0 ? [-1, 1] : [-2, -1, 1, 2];
  const scored = candidates.map((document) => ({
    document,
    score: lexical.get(placeKey(document)) ?? 0,
  }));
  const best = scored
    .toSorted((left, right) => right.score - left.score)
    .slice(0, WITH_NEIGHBOURS * hitsOf(search));
  const around = best.flatMap(({ document: { sessionId, position } }): DocumentPlace[] =>
    reach.map((distance) => ({ sessionId, position: position + distance })),
  );
  const places = new Map(
    [...around, ...[...(meaning?.near.values() ?? [])].map(({ place }) => place)].map((each) => [
      placeKey(each),
      each,
    ]),
  );
  for (const document of candidates) places.delete(placeKey(document));
  const found = await index.documents(scope, { places: [...places.values()] });
  return found.filter(({ layer }) => layer !== 'copy');
}

/** The best match of the facts from a document's entry. */
function factSigns(
  documents: readonly StoredDocument[],
  facts: readonly ScoredFact[],
): ReadonlyMap<string, number> {
  const byEntry = new Map<string, number>();
  for (const { fact, match } of facts) {
    for (const key of fact.sources.map(entryKey)) {
      byEntry.set(key, Math.max(byEntry.get(key) ?? 0, match));
    }
  }
  return new Map(documents.map((each) => [placeKey(each), byEntry.get(entryKey(each)) ?? 0]));
}
