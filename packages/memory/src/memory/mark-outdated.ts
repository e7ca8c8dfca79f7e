import type { MemoryFact, StoredDocument, StoredFact } from '@everlong/core';

import type { Matter } from '../claims/same-matter.js';
import { topicsOf } from '../claims/topics.js';
import { PROJECT, USER } from '../facts/fact-keys.js';
import type { PointInTime } from '../facts/holds.js';
import { predicateOf } from '../facts/predicates.js';
import { findOutdated } from '../recall/find-outdated.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { toMemoryFact } from '../scope/to-memory-fact.js';
import type { Analyzer } from '../text/analyzer.js';
import { foldWords } from '../text/fold-words.js';

/** Later statements looked at for each fact. */
const MAX_STATEMENTS = 24;

/** More facts are returned as they are: each takes a search. */
const MAX_FACTS = 200;

/**
 * Marks facts that a later statement seems to take back, by the judgement that recall makes when
 * their value is asked for. Nothing is stored: what is withdrawn or forgotten takes its judgement
 * along.
 */
export async function markOutdated(
  context: MemoryContext,
  scope: string,
  facts: readonly StoredFact[],
  at: PointInTime,
): Promise<MemoryFact[]> {
  const marked: MemoryFact[] = [];
  for (const [place, fact] of facts.entries()) {
    const since = place < MAX_FACTS ? await outdatedSince(context, scope, fact, at) : undefined;
    marked.push({
      ...toMemoryFact(fact),
      ...(since === undefined ? {} : { outdatedSince: since }),
    });
  }
  return marked;
}

/** The date of the statement that seems to take a fact back, if any does. */
export async function outdatedSince(
  { index, analyzer, weights }: MemoryContext,
  scope: string,
  fact: StoredFact,
  at: PointInTime,
): Promise<string | undefined> {
  if (weights.succession === 0 || fact.trust !== 'user' || fact.validTo !== undefined) return;
  if (fact.isNegated || fact.kind === 'procedure') return;
  const { keywords } = predicateOf(fact.predicate);
  const terms = analyzer.queryTerms(`${fact.text} ${fact.predicate} ${keywords}`);
  const found = await index.candidates(scope, {
    layer: 'documents',
    terms,
    limit: MAX_STATEMENTS,
  });
  const known = found.filter(({ date }) => date <= at.validAt && date <= at.knownAt);
  const { facts, successors } = findOutdated(known, [fact], {
    matter: matterOf(fact, analyzer),
    termsOf: analyzer.terms,
  });
  if (!facts.has(fact)) return undefined;
  const dates = [...successors]
    .filter(([, earlier]) => earlier.some((each) => each === fact || isSource(fact, each)))
    .map(([{ date }]) => date);
  return dates.toSorted()[0];
}

function isSource(fact: StoredFact, earlier: StoredDocument | StoredFact): boolean {
  return (
    'entryId' in earlier &&
    fact.sources.some(
      ({ sessionId, entryId }) => sessionId === earlier.sessionId && entryId === earlier.entryId,
    )
  );
}

/** What a question for the fact's value asks about. */
function matterOf({ subject, predicate, cardinality }: StoredFact, analyzer: Analyzer): Matter {
  const owner = subject === USER || subject === PROJECT ? '' : subject;
  const words = foldWords(`${predicate} ${owner}`);
  const terms = analyzer.queryTerms(words.join(' '));
  return {
    words: new Set(words),
    terms: new Set(terms),
    topics: topicsOf(terms),
    isState: true,
    isOpen: false,
    asksMany: cardinality === 'many',
    asked: undefined,
  };
}
