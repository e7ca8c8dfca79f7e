import type { MemoryIndex, StoredFact } from '@everlong/core';

import { mergedRivals } from '../facts/entity-names.js';
import { holds, type PointInTime } from '../scope/point-in-time.js';
import type { RecallWeights } from '../scope/recall-weights.js';
import type { Analyzer } from '../text/analyzer.js';
import { createCoverage } from './lexical-score.js';
import type { ParsedQuery } from './parse-query.js';

export interface ScoredFact {
  fact: StoredFact;
  /** The share of the query's terms that it contains, from 0 to 1, weighted by rarity. */
  match: number;
  breakdown: Record<string, number>;
  score: number;
}

export interface FactSearch {
  index: MemoryIndex;
  scope: string;
  at: PointInTime;
  /** Names that stand for others. */
  aliases: ReadonlyMap<string, string>;
  weights: Pick<RecallWeights, 'factMatch' | 'factHit'>;
  analyzer: Analyzer;
}

const MAX_CANDIDATES = 200;

/** Facts that match less of the query are left out. */
const MIN_MATCH = 0.3;

/** Facts that superseded one another in a row. */
const MAX_CHAIN = 8;

const WEIGHTS = { subject: 0.4, importance: 0.2, disputed: -0.6, negated: -0.3 };

/** Facts that hold and may answer a query, best first. */
export async function findFacts(search: FactSearch, query: ParsedQuery): Promise<ScoredFact[]> {
  const { index, scope, aliases, weights, analyzer } = search;
  const terms = [...new Set([...query.terms, ...query.nameTerms])];
  const all = [...new Set([...terms, ...query.aliasTerms])];
  const layer = 'facts' as const;
  const found = await index.candidates(scope, {
    layer,
    terms: all,
    limit: MAX_CANDIDATES,
    past: true,
  });
  if (found.length === 0) return [];
  const frequencies = await index.frequencies(scope, { layer, terms: all });
  const coverage = createCoverage(terms, frequencies);
  const aliasCoverage = createCoverage(all, frequencies);
  const matchOf = ({ terms: own }: StoredFact): number =>
    Math.max(coverage(own), aliasCoverage(own));
  const current = await whatHolds(search, found, matchOf);
  const rivals = mergedRivals([...current.keys()], aliases);
  /** That a value is over answers only a query that names it. */
  const isNamed = ({ object }: StoredFact): boolean =>
    analyzer.terms(object).every((term) => query.terms.includes(term));
  return [...current]
    .filter(([fact]) => !isOutdone(fact, [...current.keys()]) && (!fact.isNegated || isNamed(fact)))
    .filter(([, match]) => match >= MIN_MATCH)
    .map(([fact, match]) =>
      scoreFact(rivals.has(fact) ? { ...fact, isDisputed: true } : fact, match, query, weights),
    )
    .toSorted((left, right) => right.score - left.score || right.fact.id - left.fact.id);
}

/** The facts that hold, each with its match, or with that of one which it took the place of. */
async function whatHolds(
  { index, scope, at }: FactSearch,
  found: readonly StoredFact[],
  matchOf: (fact: StoredFact) => number,
): Promise<Map<StoredFact, number>> {
  const byId = new Map(found.map((fact) => [fact.id, fact]));
  const matches = new Map<StoredFact, number>();
  let next = found
    .filter(({ kind }) => kind !== 'procedure')
    .map((fact) => ({ fact, match: matchOf(fact) }));
  for (let depth = 0; depth < MAX_CHAIN && next.length > 0; depth++) {
    for (const { fact, match } of next) {
      if (holds(fact, at)) matches.set(fact, Math.max(match, matches.get(fact) ?? 0));
    }
    const over = next.filter(({ fact }) => !fact.isNegated && !holds(fact, at));
    const ids = over.flatMap(({ fact }) => fact.supersededBy ?? []);
    const unknown = ids.filter((id) => !byId.has(id));
    if (unknown.length > 0) {
      for (const fact of await index.facts(scope, { ids: unknown })) byId.set(fact.id, fact);
    }
    next = over.flatMap(({ fact, match }) => {
      const successor = byId.get(fact.supersededBy ?? -1);
      return successor === undefined || successor.isNegated ? [] : [{ fact: successor, match }];
    });
  }
  return matches;
}

/**
 * Whether another current fact of the slot answers better: a negation beside a value, or hearsay
 * beside the subject's own statement.
 */
function isOutdone(fact: StoredFact, current: readonly StoredFact[]): boolean {
  const others = current.filter((other) => other.slot === fact.slot && !other.isNegated);
  if (fact.isNegated) return fact.cardinality === 'one' && others.length > 0;
  const isLess = (other: StoredFact): boolean =>
    other.trust === fact.trust && other.confidence > fact.confidence;
  return fact.isDisputed && others.some(isLess);
}

function scoreFact(
  fact: StoredFact,
  match: number,
  query: ParsedQuery,
  { factMatch, factHit }: FactSearch['weights'],
): ScoredFact {
  const isMentioned = fact.entities.some((entity) =>
    entity.split(' ').some((word) => query.words.includes(word)),
  );
  const breakdown: Record<string, number> = {
    match: factMatch * match,
    importance: WEIGHTS.importance * fact.importance,
    ...(factHit === 0 ? {} : { fact: factHit }),
    ...(isMentioned ? { subject: WEIGHTS.subject } : {}),
    ...(fact.isDisputed ? { disputed: WEIGHTS.disputed } : {}),
    ...(fact.isNegated ? { negated: WEIGHTS.negated } : {}),
  };
  const score = Object.values(breakdown).reduce((sum, value) => sum + value, 0);
  return { fact, match, breakdown, score };
}
