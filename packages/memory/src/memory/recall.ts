import type { MemoryHit, RecallOptions, RecallResult, StoredFact } from '@everlong/core';

import { findDocuments } from '../recall/find-documents.js';
import { findFacts, type FoundFacts, type ScoredFact } from '../recall/find-facts.js';
import { packHits, type RankedHit } from '../recall/pack-hits.js';
import { type ParsedQuery, parseQuery } from '../recall/parse-query.js';
import type { ScoredDocument } from '../recall/score-documents.js';
import { createStriker } from '../recall/strike-superseded.js';
import type { MemoryContext } from './memory-context.js';
import { toMemoryFact } from './to-memory-fact.js';

const DEFAULT_LIMIT = 10;

/** With a limit of tokens alone. */
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
  const now = context.now();
  const at = { validAt: options.validAt ?? now, knownAt: options.knownAt ?? now };
  const withPast = query.asksPast;
  const found = await findFacts({ index, scope, at, withPast, weights }, query);
  const search = { index, scope, weights, sessionCount: sessions };
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

/** How well the facts match that rest on an entry, the best of them. */
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

/** Facts and documents, best first. Made one by one: tokens are counted for those that are looked at only. */
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
      tokens: countTokens(`${fact.validFrom.slice(0, 10)}: ${text}`),
      trust: fact.trust,
      fact: toMemoryFact(fact),
    };
    return { hit, terms: analyzer.terms(text) };
  };
  for (const { document, score, breakdown } of documents) {
    for (let fact = facts[next]; fact !== undefined && fact.score >= score; fact = facts[next]) {
      next++;
      yield factHit(fact);
    }
    const text = striker.strike(document);
    if (text === '') continue;
    const { layer, sessionId, entryId, date, speaker, trust } = document;
    const hit: MemoryHit = {
      kind: layer,
      text,
      sources: [{ sessionId, entryId }],
      date,
      score,
      breakdown,
      tokens: countTokens(`${date.slice(0, 10)} ${speaker}: ${text}`),
      speaker,
      trust,
    };
    yield { hit, terms: document.terms };
  }
  for (const fact of facts.slice(next)) yield factHit(fact);
}
