import { setImmediate } from 'node:timers/promises';

import type { MemoryFact, StoredFact } from '@everlong/core';

import { factClaim } from '../claims/fact-claim.js';
import { isOver } from '../replacement/is-over.js';
import { type Claim, readClaims } from '../claims/read-claims.js';
import type { Matter } from '../replacement/same-matter.js';
import { topicsOf } from '../claims/topics.js';
import { objectKey, PROJECT, USER } from '../facts/fact-keys.js';
import type { PointInTime } from '../facts/holds.js';
import { byTime, restsOn } from '../outdated/outdated.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { toMemoryFact } from '../facts/to-memory-fact.js';
import type { Analyzer } from '../text/analyzer.js';
import { foldWords } from '../text/fold-words.js';

/** Statements that are searched for a fact's value. */
const MAX_STATEMENTS = 24;

/** Longer ones take time to read, and seldom say one thing. */
const MAX_LENGTH = 1000;

/** More facts are returned as they are: each takes a search. */
const MAX_FACTS = 200;

/** So many facts in a row are judged before others are let run. */
const FACTS_IN_A_ROW = 8;

/** The date of the statement that seems to take a fact back, if any does. */
export type OutdatedSince = (fact: StoredFact) => Promise<string | undefined>;

/**
 * Marks facts that a later statement seems to take back. Nothing is stored: what is withdrawn or
 * forgotten takes its judgement along.
 */
export async function markOutdated(
  context: MemoryContext,
  scope: string,
  facts: readonly StoredFact[],
  at: PointInTime,
): Promise<MemoryFact[]> {
  const outdatedSince = judgeFacts(context, scope, at);
  const marked: MemoryFact[] = [];
  for (const fact of facts) {
    const since = await outdatedSince(fact);
    marked.push({
      ...toMemoryFact(fact),
      ...(since === undefined ? {} : { outdatedSince: since }),
    });
  }
  return marked;
}

/**
 * A judge of the facts of one call. A fact is outdated if the newest later statement of its speaker
 * that names its value says that this is over. What does not name the value ends nothing: who likes
 * coffee may go on liking tea.
 */
export function judgeFacts(context: MemoryContext, scope: string, at: PointInTime): OutdatedSince {
  let judged = 0;
  return async (fact) => {
    if (context.weights.succession === 0 || judged === MAX_FACTS) return undefined;
    if (fact.trust !== 'user' || fact.validTo !== undefined) return undefined;
    if (fact.isNegated || fact.kind === 'procedure') return undefined;
    // The index answers at once, so that nothing else would run meanwhile.
    if (judged++ % FACTS_IN_A_ROW === 0) await setImmediate();
    return findEnd(context, scope, fact, at);
  };
}

async function findEnd(
  { index, analyzer }: MemoryContext,
  scope: string,
  fact: StoredFact,
  at: PointInTime,
): Promise<string | undefined> {
  const value = objectKey(fact.object).split(' ');
  const found = await index.candidates(scope, {
    layer: 'documents',
    terms: analyzer.queryTerms(fact.object),
    limit: MAX_STATEMENTS,
  });
  const known = found.filter(({ date }) => date <= at.validAt && date <= at.knownAt);
  const source = known.find((document) => restsOn(fact, document));
  if (source === undefined) return undefined;
  const later = known.filter(
    (document) =>
      document.role === 'user' &&
      document.speaker === source.speaker &&
      document.text.length <= MAX_LENGTH &&
      byTime(source, document) < 0,
  );
  const naming = later
    .toSorted(byTime)
    .map((document) => {
      const claims = readClaims(document, analyzer.terms);
      const own = claims.filter(({ words }) => value.every((word) => words.has(word)));
      return { document, claims: own };
    })
    .filter(({ claims }) => claims.length > 0);
  const newest = naming.at(-1);
  const claim = factClaim(fact, analyzer.terms);
  const context = { matter: matterOf(fact, analyzer), termsOf: analyzer.terms, subjects: [] };
  const isEnd = newest?.claims.every(
    (each) =>
      !each.isHearsay &&
      !each.isAsked &&
      // `Nuts are gone from the kitchen` ends no allergy.
      (fact.subject !== USER || each.subject.kind === 'self' || tellsDeath(each, value)) &&
      isOver(each, claim, context),
  );
  return isEnd === true ? newest?.document.date : undefined;
}

/** `Rex died`: who is named by the value alone is no more. */
function tellsDeath({ subject: { words }, text }: Claim, value: readonly string[]): boolean {
  const isNamed = words.size === value.length && value.every((word) => words.has(word));
  return isNamed && /\b(?:died|passed away)\b/iu.test(text);
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
    asksTwo: false,
    asked: undefined,
  };
}
