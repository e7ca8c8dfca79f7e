import type { StoredDocument, StoredFact } from '@everlong/core';

import { readQuestion } from '../claims/asked-question.js';
import { predicateOf } from '../facts/predicates.js';
import type { Matter } from '../replacement/same-matter.js';
import type { Analyzer } from '../text/analyzer.js';
import type { FoundFacts, ScoredFact } from '../search/find-facts.js';
import { findOutdated } from '../outdated/find-outdated.js';
import { groupFacts } from './group-facts.js';
import { hideSupersededFacts } from '../outdated/hide-superseded-facts.js';
import type { LearnedFacts } from '../outdated/learned-facts.js';
import { doubtMark, isDoubted } from '../outdated/doubt-mark.js';
import type { Meaning } from '../search/meaning.js';
import {
  promoteSuccessors,
  withLearnedSuccessors,
  withoutAsking,
} from '../outdated/order-by-succession.js';
import type { Outdated } from '../outdated/outdated.js';
import type { RankedHit } from './pack-hits.js';
import type { ParsedQuery } from '../search/parse-query.js';
import type { RecallWeights } from '../search/recall-weights.js';
import type { ScoredDocument } from '../search/score-documents.js';
import { type Answer, createStriker } from '../outdated/strike-superseded.js';
import { documentToHit, factToHit } from './to-hit.js';

/** The parts of a memory's context that hits are ranked with. */
export interface RankingContext {
  analyzer: Analyzer;
  weights: RecallWeights;
  countTokens(text: string): number;
}

/** What was found beside the documents. */
interface FoundSigns extends FoundFacts {
  learned: LearnedFacts;
  meaning: Meaning;
}

/** Facts and documents, best first; lazy, so that only the hits in reach have tokens counted. */
export function* rankHits(
  context: RankingContext,
  query: ParsedQuery,
  found: readonly ScoredDocument[],
  { facts: matching, superseded, endings, learned, meaning }: FoundSigns,
): Iterable<RankedHit> {
  const { analyzer, weights } = context;
  const matter = matterOf(query, weights);
  const outdated = findOutdated(
    query.asksPast ? [] : found.map(({ document }) => document),
    matching.map(({ fact }) => fact),
    { matter, termsOf: analyzer.terms, asked: readQuestion(query.text, analyzer.terms), meaning },
  );
  const facts = matching.filter(
    ({ fact }) => !outdated.facts.has(fact) && (!fact.isNegated || namesAll(context, fact, query)),
  );
  const shownFacts = groupFacts(facts.map((each) => withDoubt(each, outdated)));
  const successors = withLearnedSuccessors(outdated.successors, found, learned, query);
  const stated = withoutAsking(found, outdated, weights.succession);
  const documents = promoteSuccessors(stated, matching, successors, weights.succession);
  const current: StoredFact[] = facts.map(({ fact }) => fact);
  const isAskedFor = (sentence: string, fact: StoredFact): boolean =>
    asksForSentence(context, query, sentence, fact);
  const striker = createStriker({
    superseded: query.asksPast ? [] : superseded,
    isAskedFor,
    endings,
    current,
    documents: documents.map(({ document }) => document),
    answers: query.asksPast || query.isOpen ? [] : answersIn(context, facts),
    outdated,
    question: matter,
    termsOf: analyzer.terms,
  });
  let next = 0;
  for (const { document, score, breakdown } of documents) {
    for (
      let fact = shownFacts[next];
      fact !== undefined && fact.score >= score;
      fact = shownFacts[next]
    ) {
      next++;
      yield factToHit(context, fact);
    }
    const text = striker.strike(document, hideSupersededFacts(document, learned, isAskedFor));
    if (text === '') continue;
    const since = outdated.doubtful.get(document);
    if (outdated.replaced.has(document) && !sharesTerm(document, query)) continue;
    const marked = since === undefined || isDoubted(text) ? text : `${doubtMark(since)} ${text}`;
    yield documentToHit(context, { document, score, breakdown }, marked);
  }
  for (const fact of shownFacts.slice(next)) yield factToHit(context, fact);
}

/** A word that begins a question, or one more of them. */
const asking =
  /(?:^|[,;:?]|\band)\s*(?:(?:in|at|on|with|to|for) )?(?:what|which|who|whose|where|when|how)\b/giu;

/** What the query asks about. */
function matterOf(query: ParsedQuery, { succession }: RankingContext['weights']): Matter {
  return {
    words: query.words,
    terms: new Set(query.matterTerms),
    topics: query.topics,
    isState: query.asksState && succession > 0,
    isOpen: query.isOpen,
    asksMany: query.asksMany,
    asksTwo: [...query.text.matchAll(asking)].length > 1,
    asked: query.asked,
  };
}

/** The match from which the best fact counts as the answer. */
const ANSWER_MATCH = 0.5;

/** The best fact, if its predicate has one value at a time. */
function answersIn({ analyzer }: RankingContext, facts: readonly ScoredFact[]): Answer[] {
  const [best] = facts;
  if (best === undefined || best.match < ANSWER_MATCH) return [];
  const { fact } = best;
  if (fact.cardinality !== 'one' || fact.isNegated || fact.isDisputed) return [];
  const { name, keywords } = predicateOf(fact.predicate);
  return [{ fact, matter: new Set(analyzer.terms(`${name} ${keywords}`)) }];
}

/** That a value is over answers only a query that names it. */
function namesAll(
  { analyzer }: RankingContext,
  { object }: StoredFact,
  { terms }: ParsedQuery,
): boolean {
  return analyzer.terms(object).every((term) => terms.includes(term));
}

/** Whether an open question names the fact's value, or what only the sentence says. */
function asksForSentence(
  { analyzer }: RankingContext,
  query: ParsedQuery,
  sentence: string,
  fact: StoredFact,
): boolean {
  if (!query.isOpen) return false;
  const words = new Set(analyzer.terms(sentence));
  const value = analyzer.terms(fact.object);
  return query.matterTerms.some(
    (term) => words.has(term) && (value.includes(term) || !fact.terms.includes(term)),
  );
}

/** Else only words of the topic have found it. */
function sharesTerm({ terms }: StoredDocument, query: ParsedQuery): boolean {
  return terms.some((term) => query.terms.includes(term));
}

/** A fact with a mark if all messages that state it are marked. */
function withDoubt(found: ScoredFact, { doubtful }: Outdated): ScoredFact {
  const dates = found.fact.sources.map(
    (source) =>
      [...doubtful].find(
        ([document]) =>
          document.sessionId === source.sessionId && document.entryId === source.entryId,
      )?.[1],
  );
  const [since] = dates;
  if (since === undefined || dates.includes(undefined) || found.note !== '') return found;
  return { ...found, note: ` ${doubtMark(since)}` };
}
