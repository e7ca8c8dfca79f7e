import type { TermFrequencies } from '@everlong/core';

/** The inverse document frequency of a term; never negative. */
export function inverseFrequency(rows: number, rowsWith: number): number {
  return Math.log(1 + (Math.max(rows, rowsWith) - rowsWith + 0.5) / (rowsWith + 0.5));
}

const UNKNOWN_SHARE = 0.4;

export interface LexicalScorer {
  /** BM25 over the weighted terms. */
  score(terms: readonly string[]): number;
  /** The share of the query's terms that these contain, weighted by rarity, from 0 to 1. */
  coverage(terms: readonly string[]): number;
}

export interface LexicalSettings {
  saturation: number;
  lengthNormalization: number;
}

/** @param weights of all terms; those of the query itself weigh 1 */
export function createLexicalScorer(
  weights: ReadonlyMap<string, number>,
  { rows, terms: totalTerms, rowsWith }: TermFrequencies,
  { saturation: k, lengthNormalization: b }: LexicalSettings,
): LexicalScorer {
  const average = rows === 0 ? 1 : Math.max(1, totalTerms / rows);
  const rarity = new Map(
    [...weights.keys()].map((term) => [term, inverseFrequency(rows, rowsWith.get(term) ?? 0)]),
  );
  // A word that no row has says little about which one is meant.
  const share = (term: string): number =>
    (1 + (rarity.get(term) ?? 0)) * ((rowsWith.get(term) ?? 0) === 0 ? UNKNOWN_SHARE : 1);
  let total = 0;
  for (const [term, weight] of weights) if (weight === 1) total += share(term);

  return {
    score(terms) {
      const norm = k * (1 - b + (b * terms.length) / average);
      let score = 0;
      for (const [term, count] of countTerms(terms, weights)) {
        const weight = (weights.get(term) ?? 0) * (rarity.get(term) ?? 0);
        score += (weight * count * (k + 1)) / (count + norm);
      }
      return score;
    },
    coverage(terms) {
      if (total === 0) return 0;
      const held = new Set(terms);
      let found = 0;
      for (const [term, weight] of weights) {
        if (weight === 1 && held.has(term)) found += share(term);
      }
      return found / total;
    },
  };
}

/** How often each weighted term occurs. */
export function countTerms(
  terms: readonly string[],
  weights: ReadonlyMap<string, number>,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) {
    if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}
