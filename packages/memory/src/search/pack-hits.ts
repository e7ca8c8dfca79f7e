import type { MemoryHit, RecallResult } from '@everlong/core';

import { createRepetitionFilter } from './repetition-filter.js';

/** A hit and the terms that duplicates are found by. */
export interface RankedHit {
  hit: MemoryHit;
  terms: readonly string[];
}

/** Takes hits in order while they fit, without those that repeat an earlier one. */
export function packHits(
  ranked: Iterable<RankedHit>,
  { limit, maxTokens = Infinity }: { limit: number; maxTokens?: number | undefined },
): RecallResult {
  const repeats = createRepetitionFilter();
  const hits: MemoryHit[] = [];
  let tokens = 0;
  for (const { hit, terms } of ranked) {
    if (hits.length >= limit) break;
    if (tokens + hit.tokens > maxTokens || repeats(terms, hit.text)) continue;
    hits.push(hit);
    tokens += hit.tokens;
  }
  return { hits, tokens };
}
