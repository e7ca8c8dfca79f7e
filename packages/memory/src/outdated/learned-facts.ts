import type { StoredDocument, StoredFact } from '@everlong/core';

import { entryKey } from '../facts/entry-key.js';
import { holds } from '../facts/holds.js';
import { restsOn } from './outdated.js';
import { type FactsAt, findStronger, findSuccessors } from '../search/replacements.js';
import type { ScoredDocument } from '../search/score-documents.js';

/** What was learned from the found messages, as it is now. */
export interface LearnedFacts {
  /** Superseded facts, with the one that holds instead if there is any. */
  over: ReadonlyMap<StoredFact, StoredFact | undefined>;
  /** Facts that hold, though a later or a better statement speaks against them, with its date. */
  doubtful: ReadonlyMap<StoredFact, string>;
  /** The facts from a message. */
  from(document: StoredDocument): readonly StoredFact[];
}

export const NOTHING_LEARNED: LearnedFacts = {
  over: new Map(),
  doubtful: new Map(),
  from: () => [],
};

/** More documents are rarely shown. */
const MAX_DOCUMENTS = 24;

/** @param documents best first */
export async function readLearnedFacts(
  where: FactsAt,
  documents: readonly StoredDocument[],
): Promise<LearnedFacts> {
  const said = documents.filter(({ layer, trust }) => layer === 'episode' && trust === 'user');
  const entryIds = [...new Set(said.slice(0, MAX_DOCUMENTS).map(({ entryId }) => entryId))];
  if (entryIds.length === 0) return NOTHING_LEARNED;
  const { index, scope, at } = where;
  const learned = (await index.facts(scope, { entryIds })).filter(
    (fact) => fact.recordedAt <= at.knownAt && !fact.isNegated,
  );
  if (learned.length === 0) return NOTHING_LEARNED;
  return {
    over: await findSuccessors(where, learned),
    doubtful: await findDoubts(where, learned),
    from: (document) => learned.filter((fact) => restsOn(fact, document)),
  };
}

/** The messages that state what holds instead of what others say, unless they were found. */
export async function successorsOf(
  { index, scope }: Pick<FactsAt, 'index' | 'scope'>,
  found: readonly ScoredDocument[],
  { over }: LearnedFacts,
): Promise<ScoredDocument[]> {
  const known = new Set(found.map(({ document }) => entryKey(document)));
  const sources = [...over.values()].flatMap((fact) => fact?.sources ?? []);
  const entryIds = sources
    .filter((source) => !known.has(entryKey(source)))
    .map(({ entryId }) => entryId);
  if (entryIds.length === 0) return [];
  const documents = await index.documents(scope, { entryIds, limit: MAX_DOCUMENTS });
  return documents
    .filter(({ layer }) => layer === 'episode')
    .filter((document) => [...over.values()].some((fact) => fact && restsOn(fact, document)))
    .map((document) => ({ document, score: 0, breakdown: {} }));
}

/** Facts that followed from what has changed, and those that are the weaker side of a dispute. */
async function findDoubts(
  where: FactsAt,
  learned: readonly StoredFact[],
): Promise<Map<StoredFact, string>> {
  const stronger = await findStronger(where, learned);
  return new Map(
    learned.flatMap((fact): [StoredFact, string][] => {
      const other = stronger.get(fact);
      if (other !== undefined) return [[fact, other.validFrom]];
      return fact.isStale && holds(fact, where.at) ? [[fact, fact.validFrom]] : [];
    }),
  );
}
