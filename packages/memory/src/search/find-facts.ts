import type { MemoryIndex, StoredFact } from '@everlong/core';

import { foldWords } from '../text/fold-words.js';
import { holds, type PointInTime } from '../facts/holds.js';
import { topicTerms } from '../claims/topics.js';
import type { Analyzer } from '../text/analyzer.js';
import { createLexicalScorer } from './lexical-score.js';
import type { ParsedQuery } from './parse-query.js';
import { markMergedRivals } from './mark-merged-rivals.js';
import { type FactsAt, findStronger, findSuccessors } from './replacements.js';
import type { RecallWeights } from './recall-weights.js';

export interface ScoredFact {
  fact: StoredFact;
  /** The share of the query's terms that it contains, from 0 to 1, weighted by rarity. */
  match: number;
  breakdown: Record<string, number>;
  score: number;
  /** Terms of its value that the query does not have. */
  valueTerms: readonly string[];
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

export interface FoundFacts {
  /** Best first. */
  facts: ScoredFact[];
  /** Matching facts that no longer hold. */
  superseded: StoredFact[];
  /** What says that a superseded fact is over, where no other value took its place. */
  endings: ReadonlyMap<StoredFact, StoredFact>;
}

const MAX_CANDIDATES = 200;

/** Facts that match less of the query are left out. */
const MIN_MATCH = 0.3;

/** Where the words of a topic stand for those of the query: one of many is enough. */
const MIN_TOPIC_MATCH = 0.02;

const WEIGHTS = {
  subject: 0.4,
  otherSubject: -0.8,
  otherName: -1,
  importance: 0.2,
  disputed: -0.6,
  negated: -0.3,
};

/** Facts that may answer a query, and those that no longer hold. */
export async function findFacts(search: FactSearch, query: ParsedQuery): Promise<FoundFacts> {
  const found = await matchFacts(search, query);
  const isNone = found.facts.length === 0 && found.superseded.length === 0;
  if (!isNone || !query.isAboutUser || query.topics.size === 0) return found;
  const wider = [...new Set([...query.matterTerms, ...topicTerms(query.topics)])];
  return matchFacts(search, { ...query, matterTerms: wider }, MIN_TOPIC_MATCH);
}

async function matchFacts(
  search: FactSearch,
  query: ParsedQuery,
  minMatch = MIN_MATCH,
): Promise<FoundFacts> {
  const { index, scope, at, withPast, weights, analyzer } = search;
  const terms = [...new Set([...query.matterTerms, ...query.nameTerms, ...query.aliasTerms])];
  const layer = 'facts' as const;
  const found = await index.candidates(scope, {
    layer,
    terms,
    limit: MAX_CANDIDATES,
    past: true,
  });
  if (found.length === 0) return { facts: [], superseded: [], endings: new Map() };
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
  const replaced = await findReplacements({ index, scope, at }, candidates);
  const standIns = withPast
    ? new Map<StoredFact, StoredFact[]>()
    : standInsOf(replaced, candidates);
  const all = [...new Set([...candidates, ...standIns.keys()])];
  const current = all.filter((fact) => holds(fact, at));
  const shown = withPast ? all.filter((fact) => fact.recordedAt <= at.knownAt) : current;
  const matchOf = (fact: StoredFact): number =>
    Math.max(
      ...[fact, ...(standIns.get(fact) ?? [])].map(({ terms: own }) => scorer.coverage(own)),
    );
  const scored = shown
    .filter((fact) => !isOutdone(fact, current))
    .map((fact) => ({
      ...scoreFact(fact, matchOf(fact), query, holds(fact, at), weights),
      valueTerms: analyzer.queryTerms(fact.object).filter((term) => !query.terms.includes(term)),
    }))
    .filter(({ match }) => match >= minMatch)
    .toSorted((left, right) => right.score - left.score || right.fact.id - left.fact.id);
  return {
    facts: scored,
    superseded: candidates.filter((fact) => isSuperseded(fact, at)),
    endings: new Map(replaced.filter(([, { isNegated }]) => isNegated)),
  };
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

function isSuperseded(fact: StoredFact, at: PointInTime): boolean {
  return !holds(fact, at) && fact.validFrom <= at.validAt && !fact.isNegated;
}

function scoreFact(
  fact: StoredFact,
  match: number,
  query: ParsedQuery,
  isCurrent: boolean,
  { factMatch, factHit }: FactSearch['weights'],
): Omit<ScoredFact, 'valueTerms'> {
  const breakdown: Record<string, number> = { match: factMatch * match };
  if (factHit !== 0 && isCurrent) breakdown['fact'] = factHit;
  if (factHit !== 0 && !hasName(fact, query)) breakdown['name'] = WEIGHTS.otherName;
  const isMentioned =
    fact.entities.some((entity) => entity.split(' ').some((word) => query.words.has(word))) &&
    !isNamesake(fact, query);
  const isUser = fact.subject === 'user';
  if (isUser ? query.isAboutUser : isMentioned) breakdown['subject'] = WEIGHTS.subject;
  else if (isNamesake(fact, query)) breakdown['subject'] = 2 * WEIGHTS.otherSubject;
  else if (query.isAboutUser && !isMentioned && fact.subject !== 'project') {
    breakdown['subject'] = WEIGHTS.otherSubject;
  }
  breakdown['importance'] = WEIGHTS.importance * fact.importance;
  if (fact.isDisputed) breakdown['disputed'] = WEIGHTS.disputed;
  if (fact.isNegated) breakdown['negated'] = WEIGHTS.negated;
  const score = Object.values(breakdown).reduce((sum, value) => sum + value, 0);
  return { fact, match, breakdown, score, note: noteOn(fact, isCurrent) };
}

/** Whether it has a name of the query, if that has any: the job at Nokia is not just any job. */
function hasName({ subject, text }: StoredFact, { fullNames }: ParsedQuery): boolean {
  const words = new Set(foldWords(`${subject} ${text}`));
  return fullNames.length === 0 || fullNames.some((name) => name.some((word) => words.has(word)));
}

/** Whether it is about another of the same name: `Maria Duarte`, asked for `Maria Costa`. */
function isNamesake({ subject }: StoredFact, { fullNames, words }: ParsedQuery): boolean {
  const own = foldWords(subject);
  return (
    own.some((word) => !words.has(word)) &&
    fullNames.some(
      (name) => name.some((word) => own.includes(word)) && name.some((word) => !own.includes(word)),
    )
  );
}

function noteOn(fact: StoredFact, isCurrent: boolean): string {
  if (!isCurrent && fact.validTo !== undefined) return ` (until ${fact.validTo.slice(0, 10)})`;
  if (fact.isStale) return ' (may hold no longer: what it followed from has changed)';
  return fact.isDisputed ? ' (disputed)' : '';
}
