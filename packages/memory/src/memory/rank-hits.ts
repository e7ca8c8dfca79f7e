import type { MemoryHit, MemorySource, StoredDocument, StoredFact } from '@everlong/core';

import { predicateOf } from '../facts/predicates.js';
import { sourceEntries } from '../facts/source-entries.js';
import { MEMORY_FILE_SESSION, notedSession } from '../notes/note-session.js';
import type { Matter } from '../replacement/same-matter.js';
import { readQuestion } from '../claims/asked-question.js';
import { markOfDocument, markOfFact } from '../recall/hit-marks.js';
import { toMemoryFact } from '../scope/to-memory-fact.js';
import type { MemoryContext } from '../scope/memory-context.js';
import type { FoundFacts, ScoredFact } from '../recall/find-facts.js';
import { findOutdated } from '../recall/find-outdated.js';
import type { Outdated } from '../recall/outdated.js';
import { groupFacts } from '../recall/group-facts.js';
import { hitLine } from '../recall/hit-line.js';
import { doubtMark, isDoubted } from '../recall/mask.js';
import type { RankedHit } from '../recall/pack-hits.js';
import type { ParsedQuery } from '../recall/parse-query.js';
import type { ScoredDocument } from '../recall/score-documents.js';
import { type Answer, createStriker } from '../recall/strike-superseded.js';
import { hideSupersededFacts } from '../recall/hide-superseded-facts.js';
import type { LearnedFacts } from '../recall/learned-facts.js';

/** What a message of the user loses that states nothing. */
const ASKS = 1;

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

/** That a value is over answers only a query that names it. */
function namesAll(
  { analyzer }: MemoryContext,
  { object }: StoredFact,
  { terms }: ParsedQuery,
): boolean {
  return analyzer.terms(object).every((term) => terms.includes(term));
}

/** Adds the messages that state what took the place of what others answer. */
function withLearnedSuccessors(
  successors: Outdated['successors'],
  found: readonly ScoredDocument[],
  learned: LearnedFacts,
  { matterTerms }: ParsedQuery,
): Outdated['successors'] {
  const all = new Map([...successors].map(([document, old]) => [document, new Set(old)]));
  const byEntry = Map.groupBy(found, ({ document }) => entryOf(document));
  const matches = ({ terms }: StoredFact): number =>
    matterTerms.filter((term) => terms.includes(term)).length;
  for (const { document: earlier } of found) {
    const facts = learned.from(earlier);
    const current = Math.max(-1, ...facts.filter((fact) => !learned.over.has(fact)).map(matches));
    const later = facts.flatMap((fact) => {
      const successor = learned.over.get(fact);
      return successor === undefined || matches(fact) < current ? [] : successor.sources;
    });
    for (const entry of new Set(later.map(entryOf))) {
      for (const { document } of byEntry.get(entry) ?? []) {
        if (document === earlier) continue;
        all.set(document, (all.get(document) ?? new Set()).add(earlier));
      }
    }
  }
  return new Map([...all].map(([document, old]) => [document, [...old]]));
}

function entryOf({ sessionId, entryId }: MemorySource): string {
  return `${entryId} ${sessionId}`;
}

/** Else only words of the topic have found it. */
function sharesTerm({ terms }: StoredDocument, query: ParsedQuery): boolean {
  return terms.some((term) => query.terms.includes(term));
}

/** What only asks is not the answer. */
function withoutAsking(
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
function promoted(
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

/** A fact, or several values of one predicate together, as a hit. */
function factHit(
  { analyzer, countTokens }: MemoryContext,
  { fact, score, breakdown, note, text: grouped, factIds = [fact.id] }: ScoredFact,
): RankedHit {
  const stated = grouped ?? fact.text;
  const text = stated + note;
  const hit: MemoryHit = {
    kind: 'fact',
    text,
    sources: sourceEntries(fact),
    date: fact.validFrom,
    score,
    breakdown,
    tokens: 0,
    trust: fact.trust,
    fact: toMemoryFact(fact),
    restsOn: factIds.map(markOfFact),
  };
  return { hit: { ...hit, tokens: countTokens(hitLine(hit)) }, terms: analyzer.terms(stated) };
}

/** A message or a note as a hit, with what is left of its text. */
function documentHit(
  { countTokens }: MemoryContext,
  { document, score, breakdown }: ScoredDocument,
  text: string,
): RankedHit {
  const { layer, date, speaker, trust, terms } = document;
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
    restsOn: [markOfDocument(document)],
  };
  return { hit: { ...hit, tokens: countTokens(hitLine(hit)) }, terms };
}

/** A word that begins a question, or one more of them. */
const asking =
  /(?:^|[,;:?]|\band)\s*(?:(?:in|at|on|with|to|for) )?(?:what|which|who|whose|where|when|how)\b/giu;

/** What the query asks about. */
function matterOf(query: ParsedQuery, { succession }: MemoryContext['weights']): Matter {
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

/** Facts and documents, best first; lazy, so that only the hits in reach have tokens counted. */
export function* rankHits(
  context: MemoryContext,
  query: ParsedQuery,
  found: readonly ScoredDocument[],
  { facts: matching, superseded, endings, learned }: FoundFacts & { learned: LearnedFacts },
): Iterable<RankedHit> {
  const { analyzer, weights } = context;
  const matter = matterOf(query, weights);
  const outdated = findOutdated(
    query.asksPast ? [] : found.map(({ document }) => document),
    matching.map(({ fact }) => fact),
    { matter, termsOf: analyzer.terms, asked: readQuestion(query.text, analyzer.terms) },
  );
  const facts = matching.filter(
    ({ fact }) => !outdated.facts.has(fact) && (!fact.isNegated || namesAll(context, fact, query)),
  );
  const shownFacts = groupFacts(facts.map((each) => withDoubt(each, outdated)));
  const successors = withLearnedSuccessors(outdated.successors, found, learned, query);
  const stated = withoutAsking(found, outdated, weights.succession);
  const documents = promoted(stated, matching, successors, weights.succession);
  const current: StoredFact[] = facts.map(({ fact }) => fact);
  const isAskedFor = (sentence: string, fact: StoredFact): boolean => {
    if (!query.isOpen) return false;
    const words = new Set(analyzer.terms(sentence));
    const value = analyzer.terms(fact.object);
    return query.matterTerms.some(
      (term) => words.has(term) && (value.includes(term) || !fact.terms.includes(term)),
    );
  };
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
      yield factHit(context, fact);
    }
    const text = striker.strike(document, hideSupersededFacts(document, learned, isAskedFor));
    if (text === '') continue;
    const since = outdated.doubtful.get(document);
    if (outdated.replaced.has(document) && !sharesTerm(document, query)) continue;
    const marked = since === undefined || isDoubted(text) ? text : `${doubtMark(since)} ${text}`;
    yield documentHit(context, { document, score, breakdown }, marked);
  }
  for (const fact of shownFacts.slice(next)) yield factHit(context, fact);
}
