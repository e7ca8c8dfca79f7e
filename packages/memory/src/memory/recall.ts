import type {
  MemoryHit,
  MemorySource,
  RecallOptions,
  RecallResult,
  StoredDocument,
  StoredFact,
} from '@everlong/core';

import { predicateOf } from '../facts/predicates.js';
import { MEMORY_FILE_SESSION, notedSession } from '../notes/note-session.js';
import { findDocuments } from '../recall/find-documents.js';
import { findFacts, type FoundFacts, type ScoredFact } from '../recall/find-facts.js';
import { hitLine } from '../recall/hit-line.js';
import { packHits, type RankedHit } from '../recall/pack-hits.js';
import { type ParsedQuery, parseQuery } from '../recall/parse-query.js';
import type { ScoredDocument } from '../recall/score-documents.js';
import { type Answer, createStriker } from '../recall/strike-superseded.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { pointInTime } from '../scope/point-in-time.js';
import { toMemoryFact } from '../scope/to-memory-fact.js';

const DEFAULT_LIMIT = 10;

/** The limit of hits when only tokens are limited. */
const MAX_HITS = 500;

export async function recall(
  context: MemoryContext,
  scope: string,
  text: string,
  options: RecallOptions = {},
): Promise<RecallResult> {
  const { index, weights } = context;
  const { maxTokens, limit = maxTokens === undefined ? DEFAULT_LIMIT : MAX_HITS } = options;
  const { speakers, sessions } = await index.scope(scope);
  const query = parseQuery(text, { speakers, aliases: await index.aliases(scope) }, context);
  const at = pointInTime(context, options);
  const withPast = query.asksPast;
  const found = await findFacts({ index, scope, at, withPast, weights }, query);
  const near = (await context.embedder?.nearest(context, scope, text)) ?? new Map();
  const search = { index, scope, weights, near, sessionCount: sessions };
  const documents = await findDocuments(search, query, sourceScores(found));
  const ranked = rankedHits(context, query, documents, found);
  return packHits(withoutExcluded(ranked, options), { limit, maxTokens });
}

function* withoutExcluded(
  ranked: Iterable<RankedHit>,
  { excludes }: RecallOptions,
): Iterable<RankedHit> {
  for (const each of ranked) {
    const { sources } = each.hit;
    if (
      excludes === undefined ||
      sources.length === 0 ||
      !sources.every((source) => excludes(source))
    ) {
      yield each;
    }
  }
}

/** The best match of the facts from each entry. */
function sourceScores({ facts }: FoundFacts): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { fact, match } of facts) {
    for (const { sessionId, entryId } of fact.sources) {
      const key = `${entryId} ${sessionId}`;
      scores.set(key, Math.max(scores.get(key) ?? 0, match));
    }
  }
  return scores;
}

/** The match from which the best fact counts as the answer. */
const ANSWER_MATCH = 0.5;

/** The best fact, if its predicate has one value at a time. */
function answersIn({ analyzer }: MemoryContext, facts: readonly ScoredFact[]): Answer[] {
  const [best] = facts;
  if (best === undefined || best.match < ANSWER_MATCH) return [];
  const { fact } = best;
  if (fact.cardinality !== 'one' || fact.isNegated || fact.isDisputed) return [];
  const { name, keywords } = predicateOf(fact.predicate);
  return [{ fact, matter: new Set(analyzer.terms(`${name} ${keywords}`)) }];
}

/** A note's source is its session and range; `MEMORY.md` has none. */
function sourcesOf({ sessionId, entryId }: StoredDocument): MemorySource[] {
  if (sessionId === MEMORY_FILE_SESSION) return [];
  return [{ sessionId: notedSession(sessionId) ?? sessionId, entryId }];
}

/** Facts and documents, best first; lazy, so that only the hits in reach have tokens counted. */
function* rankedHits(
  context: MemoryContext,
  query: ParsedQuery,
  documents: readonly ScoredDocument[],
  { facts, superseded }: FoundFacts,
): Iterable<RankedHit> {
  const { analyzer, countTokens } = context;
  const current: StoredFact[] = facts.map(({ fact }) => fact);
  const striker = createStriker(
    query.asksPast ? [] : superseded,
    current,
    documents.map(({ document }) => document),
    query.asksPast ? [] : answersIn(context, facts),
    analyzer.terms,
  );
  let next = 0;
  const factHit = ({ fact, score, breakdown, note }: ScoredFact): RankedHit => {
    const text = fact.text + note;
    const hit: MemoryHit = {
      kind: 'fact',
      text,
      sources: fact.sources.map(({ sessionId, entryId }) => ({ sessionId, entryId })),
      date: fact.validFrom,
      score,
      breakdown,
      tokens: 0,
      trust: fact.trust,
      fact: toMemoryFact(fact),
    };
    return { hit: { ...hit, tokens: countTokens(hitLine(hit)) }, terms: analyzer.terms(text) };
  };
  for (const { document, score, breakdown } of documents) {
    for (let fact = facts[next]; fact !== undefined && fact.score >= score; fact = facts[next]) {
      next++;
      yield factHit(fact);
    }
    const text = striker.strike(document);
    if (text === '') continue;
    const { layer, date, speaker, trust } = document;
    const hit: MemoryHit = {
      kind: layer === 'note' ? 'note' : 'episode',
      text,
      sources: sourcesOf(document),
      date,
      score,
      breakdown,
      tokens: 0,
      speaker,
      trust,
    };
    yield { hit: { ...hit, tokens: countTokens(hitLine(hit)) }, terms: document.terms };
  }
  for (const fact of facts.slice(next)) yield factHit(fact);
}
