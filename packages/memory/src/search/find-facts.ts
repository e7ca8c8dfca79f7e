import type { MemoryIndex, StoredFact } from '@everlong/core';

import { PROJECT, USER } from '../facts/fact-keys.js';
import { holds, type PointInTime } from '../facts/holds.js';
import type { Analyzer } from '../text/analyzer.js';
import { createLexicalScorer } from './lexical-score.js';
import type { ParsedQuery } from './parse-query.js';
import { markMergedRivals } from './mark-merged-rivals.js';
import { type FactsAt, findStronger, findSuccessors } from './replacements.js';
import type { RecallWeights } from '../scope/recall-weights.js';

export interface ScoredFact {
  fact: StoredFact;
  /** The share of the query's terms that it contains, from 0 to 1, weighted by rarity. */
  match: number;
  breakdown: Record<string, number>;
  score: number;
  /** The text of a group of facts. */
  text?: string;
  /** The facts of a group. */
  factIds?: readonly number[];
  /** A remark that a hit adds to the fact's text. */
  note: string;
}

export interface FactSearch {
  index: MemoryIndex;
  scope: string;
  at: PointInTime;
  /** Names that stand for others. */
  aliases: ReadonlyMap<string, string>;
  /** Whether to return facts that no longer hold. */
  withPast: boolean;
  weights: Pick<RecallWeights, 'factMatch' | 'factHit'>;
  analyzer: Analyzer;
}

const MAX_CANDIDATES = 200;

/** Facts that match less of the query are left out. */
const MIN_MATCH = 0.3;

const WEIGHTS = {
  subject: 0.4,
  otherSubject: -0.8,
  importance: 0.2,
  disputed: -0.6,
  negated: -0.3,
};

/** Facts that may answer a query, best first: those that hold, and the past if it asks for it. */
export async function findFacts(search: FactSearch, query: ParsedQuery): Promise<ScoredFact[]> {
  const { index, scope, at, withPast, weights, analyzer } = search;
  const terms = [...new Set([...query.matterTerms, ...query.nameTerms, ...query.aliasTerms])];
  const layer = 'facts' as const;
  const limit = MAX_CANDIDATES;
  const found = await index.candidates(scope, { layer, terms, limit, past: true });
  if (found.length === 0) return [];
  const candidates = await markMergedRivals(
    search,
    found.filter(({ kind }) => kind !== 'procedure'),
  );
  const frequencies = await index.frequencies(scope, { layer, terms });
  const termWeights = new Map(
    terms.map((term) => [term, query.aliasTerms.includes(term) ? 0.99 : 1]),
  );
  const scorer = createLexicalScorer(termWeights, frequencies, {
    saturation: 1,
    lengthNormalization: 0,
  });
  const standIns = withPast
    ? new Map<StoredFact, StoredFact[]>()
    : standInsOf(await findReplacements({ index, scope, at }, candidates), candidates);
  const all = [...new Set([...candidates, ...standIns.keys()])];
  const current = all.filter((fact) => holds(fact, at));
  const shown = withPast ? all.filter((fact) => fact.recordedAt <= at.knownAt) : current;
  /** That a value is over answers only a query that names it. */
  const isNamed = ({ object }: StoredFact): boolean =>
    analyzer.terms(object).every((term) => query.terms.includes(term));
  const matchOf = (fact: StoredFact): number =>
    Math.max(
      ...[fact, ...(standIns.get(fact) ?? [])].map(({ terms: own }) => scorer.coverage(own)),
    );
  return shown
    .filter((fact) => !isOutdone(fact, current) && (!fact.isNegated || isNamed(fact)))
    .map((fact) => scoreFact(fact, matchOf(fact), query, holds(fact, at), weights))
    .filter(({ match }) => match >= MIN_MATCH)
    .toSorted((left, right) => right.score - left.score || right.fact.id - left.fact.id);
}

/** What took the place of facts, or is the stronger side of a dispute. */
async function findReplacements(
  where: FactsAt,
  facts: readonly StoredFact[],
): Promise<[StoredFact, StoredFact][]> {
  const found = [...(await findSuccessors(where, facts)), ...(await findStronger(where, facts))];
  return found.flatMap(([fact, other]) => (other === undefined ? [] : [[fact, other]]));
}

/** The facts that answer instead of others which match. */
function standInsOf(
  replaced: readonly [StoredFact, StoredFact][],
  candidates: readonly StoredFact[],
): Map<StoredFact, StoredFact[]> {
  const standIns = new Map<StoredFact, StoredFact[]>();
  const byId = new Map(candidates.map((fact) => [fact.id, fact]));
  for (const [fact, other] of replaced) {
    if (other.isNegated || fact.isNegated) continue;
    const standIn = byId.get(other.id) ?? other;
    byId.set(other.id, standIn);
    standIns.set(standIn, [...(standIns.get(standIn) ?? []), fact]);
  }
  return standIns;
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
  isCurrent: boolean,
  { factMatch, factHit }: FactSearch['weights'],
): ScoredFact {
  const breakdown: Record<string, number> = { match: factMatch * match };
  if (factHit !== 0 && isCurrent) breakdown['fact'] = factHit;
  const isMentioned = fact.entities.some((entity) =>
    entity.split(' ').some((word) => query.words.includes(word)),
  );
  const isUser = fact.subject === USER;
  if (isUser ? query.isAboutUser : isMentioned) breakdown['subject'] = WEIGHTS.subject;
  else if (query.isAboutUser && !isMentioned && fact.subject !== PROJECT) {
    breakdown['subject'] = WEIGHTS.otherSubject;
  }
  breakdown['importance'] = WEIGHTS.importance * fact.importance;
  if (fact.isDisputed) breakdown['disputed'] = WEIGHTS.disputed;
  if (fact.isNegated) breakdown['negated'] = WEIGHTS.negated;
  const score = Object.values(breakdown).reduce((sum, value) => sum + value, 0);
  return { fact, match, breakdown, score, note: noteOn(fact, isCurrent) };
}

function noteOn(fact: StoredFact, isCurrent: boolean): string {
  if (!isCurrent && fact.validTo !== undefined) return ` (until ${fact.validTo.slice(0, 10)})`;
  if (fact.isStale) return ' (may hold no longer: what it followed from has changed)';
  return fact.isDisputed ? ' (disputed)' : '';
}
