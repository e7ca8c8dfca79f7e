import type { IndexedSession, StoredDocument } from '@everlong/core';

import { countTerms, inverseFrequency } from './lexical-score.js';

const SATURATION = 1.2;
const LENGTH_NORMALIZATION = 0.75;

/**
 * How well whole sessions match, the best as 1: BM25 over their candidates, with the number of
 * documents as a session's length.
 */
export function scoreSessions(
  candidates: readonly StoredDocument[],
  weights: ReadonlyMap<string, number>,
  sessions: readonly IndexedSession[],
  sessionCount: number,
): ReadonlyMap<string, number> {
  const counts = new Map<string, Map<string, number>>();
  for (const { sessionId, terms } of candidates) {
    const own = counts.get(sessionId) ?? new Map<string, number>();
    counts.set(sessionId, own);
    for (const [term, count] of countTerms(terms, weights)) {
      own.set(term, (own.get(term) ?? 0) + count);
    }
  }
  const holders = new Map<string, number>();
  for (const own of counts.values()) {
    for (const term of own.keys()) holders.set(term, (holders.get(term) ?? 0) + 1);
  }
  const lengths = new Map(sessions.map(({ sessionId, documents }) => [sessionId, documents]));
  const total = sessions.reduce((sum, { documents }) => sum + documents, 0);
  const average = Math.max(1, total / Math.max(1, sessions.length));
  const scores = new Map<string, number>();
  for (const [sessionId, own] of counts) {
    const length = lengths.get(sessionId) ?? average;
    const norm =
      SATURATION * (1 - LENGTH_NORMALIZATION + (LENGTH_NORMALIZATION * length) / average);
    let score = 0;
    for (const [term, count] of own) {
      const rarity = inverseFrequency(sessionCount, holders.get(term) ?? 0);
      score += ((weights.get(term) ?? 0) * rarity * count * (SATURATION + 1)) / (count + norm);
    }
    scores.set(sessionId, score);
  }
  return normalized(scores);
}

/** Scales scores so that the greatest is 1. */
export function normalized<Key>(scores: ReadonlyMap<Key, number>): Map<Key, number> {
  const greatest = Math.max(0, ...scores.values()) || 1;
  return new Map([...scores].map(([key, score]) => [key, score / greatest]));
}
