import type { StoredDocument, StoredFact } from '@everlong/core';

import { entryKey } from '../facts/entry-key.js';
import type { ScoredFact } from '../search/find-facts.js';
import type { LearnedFacts } from './learned-facts.js';
import type { Outdated } from './outdated.js';
import type { ParsedQuery } from '../search/parse-query.js';
import type { ScoredDocument } from '../search/score-documents.js';

/** What a message of the user loses that states nothing. */
const ASKS = 1;

/** Adds the messages that state what took the place of what others answer. */
export function withLearnedSuccessors(
  successors: Outdated['successors'],
  found: readonly ScoredDocument[],
  learned: LearnedFacts,
  { matterTerms }: ParsedQuery,
): Outdated['successors'] {
  const all = new Map([...successors].map(([document, old]) => [document, new Set(old)]));
  const byEntry = Map.groupBy(found, ({ document }) => entryKey(document));
  const matches = ({ terms }: StoredFact): number =>
    matterTerms.filter((term) => terms.includes(term)).length;
  for (const { document: earlier } of found) {
    const facts = learned.from(earlier);
    const current = Math.max(-1, ...facts.filter((fact) => !learned.over.has(fact)).map(matches));
    const later = facts.flatMap((fact) => {
      const successor = learned.over.get(fact);
      return successor === undefined || matches(fact) < current ? [] : successor.sources;
    });
    for (const entry of new Set(later.map(entryKey))) {
      for (const { document } of byEntry.get(entry) ?? []) {
        if (document === earlier) continue;
        all.set(document, (all.get(document) ?? new Set()).add(earlier));
      }
    }
  }
  return new Map([...all].map(([document, old]) => [document, [...old]]));
}

/** What only asks is not the answer. */
export function withoutAsking(
  found: readonly ScoredDocument[],
  { isAsking }: Outdated,
  succession: number,
): ScoredDocument[] {
  if (succession === 0) return [...found];
  return found
    .map((each) =>
      isAsking(each.document)
        ? { ...each, breakdown: { ...each.breakdown, asks: -ASKS }, score: each.score - ASKS }
        : each,
    )
    .toSorted((left, right) => right.score - left.score);
}

/** A document that supersedes others takes the best place among them, at the least. */
export function promoteSuccessors(
  found: readonly ScoredDocument[],
  facts: readonly ScoredFact[],
  successors: Outdated['successors'],
  succession: number,
): ScoredDocument[] {
  if (successors.size === 0 || succession === 0) return [...found];
  const scores = new Map<StoredDocument | StoredFact, number>([
    ...found.map(({ document, score }) => [document, score] as const),
    ...facts.map(({ fact, score }) => [fact, score] as const),
  ]);
  return found
    .map((each) => {
      const best = Math.max(
        ...(successors.get(each.document) ?? []).map((old) => scores.get(old) ?? 0),
      );
      if (best < each.score) return each;
      const score = best + succession;
      return { ...each, breakdown: { ...each.breakdown, succeeds: score - each.score }, score };
    })
    .toSorted((left, right) => right.score - left.score);
}
