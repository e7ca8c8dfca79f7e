import type { TermFrequencies } from '@everlong/core';

/** The inverse document frequency of a term; never negative. */
export function inverseFrequency(rows: number, rowsWith: number): number {
  return Math.log(1 + (Math.max(rows, rowsWith) - rowsWith + 0.5) / (rowsWith + 0.5));
}

/** BM25 over some terms, for rows with the frequencies of their layer. */
export function createLexicalScore(
  terms: readonly string[],
  { rows, terms: totalTerms, rowsWith }: TermFrequencies,
  { saturation: k, lengthNormalization: b }: { saturation: number; lengthNormalization: number },
): (own: readonly string[], length?: number) => number {
  const average = rows === 0 ? 1 : Math.max(1, totalTerms / rows);
  const rarity = new Map(
    terms.map((term) => [term, inverseFrequency(rows, rowsWith.get(term) ?? 0)]),
  );
  return (own, length = own.length) => {
    const norm = k * (1 - b + (b * length) / average);
    const counts = new Map<string, number>();
    for (const term of own) {
      if (rarity.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    let score = 0;
    for (const [term, count] of counts) {
      score += ((rarity.get(term) ?? 0) * count * (k + 1)) / (count + norm);
    }
    return score;
  };
}

/** A word that no row has says little about which one is meant. */
const UNKNOWN_SHARE = 0.4;

/** The share of some terms that a row has, weighted by rarity, from 0 to 1. */
export function createCoverage(
  terms: readonly string[],
  { rows, rowsWith }: Pick<TermFrequencies, 'rows' | 'rowsWith'>,
): (own: readonly string[]) => number {
  const shares = terms.map((term) => {
    const count = rowsWith.get(term) ?? 0;
    return { term, share: (1 + inverseFrequency(rows, count)) * (count === 0 ? UNKNOWN_SHARE : 1) };
  });
  const total = shares.reduce((sum, { share }) => sum + share, 0);
  return (own) => {
    const found = shares.filter(({ term }) => own.includes(term));
    return total === 0 ? 0 : found.reduce((sum, { share }) => sum + share, 0) / total;
  };
}

/** Scales scores so that the greatest is 1. */
export function normalized<Key>(scores: ReadonlyMap<Key, number>): Map<Key, number> {
  let greatest = 0;
  for (const score of scores.values()) greatest = Math.max(greatest, score);
  return new Map([...scores].map(([key, score]) => [key, score / (greatest || 1)]));
}
