import type { RecallOptions, RecallResult } from '@everlong/core';

import type { PointInTime } from '../facts/holds.js';
import { findDocuments } from '../search/find-documents.js';
import { findFacts } from '../search/find-facts.js';
import { NO_MEANING } from '../search/meaning.js';
import { packHits, type RankedHit } from '../recall/pack-hits.js';
import { NOTHING_LEARNED, readLearnedFacts, successorsOf } from '../outdated/learned-facts.js';
import { parseQuery } from '../search/parse-query.js';
import { rankHits } from '../recall/rank-hits.js';
import type { MemoryContext } from '../scope/memory-context.js';
import type { ScoredDocument } from '../search/score-documents.js';
import { pointInTime } from '../scope/point-in-time.js';

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
  const aliases = await index.aliases(scope);
  const query = parseQuery(text, { speakers, aliases }, context);
  const at = pointInTime(context, options);
  const withPast = query.asksPast;
  const found = await findFacts(
    { index, scope, at, aliases, withPast, weights, analyzer: context.analyzer },
    query,
  );
  const meaning = (await context.embedder?.meaningOf(context, scope, text)) ?? NO_MEANING;
  const search = { index, scope, weights, meaning, sessionCount: sessions };
  const documents = datedBy(await findDocuments(search, query, found.facts), options, at);
  const learned = query.asksPast
    ? NOTHING_LEARNED
    : await readLearnedFacts(
        { index, scope, at },
        documents.map(({ document }) => document),
      );
  const successors = datedBy(await successorsOf({ index, scope }, documents, learned), options, at);
  const all = [...documents, ...successors];
  const ranked = rankHits(context, query, all, { ...found, learned, meaning });
  return packHits(withoutExcluded(ranked, options), { limit, maxTokens });
}

/** Without what was said after the point in time that the caller asks about, if any. */
function datedBy(
  documents: readonly ScoredDocument[],
  options: RecallOptions,
  { validAt, knownAt }: PointInTime,
): readonly ScoredDocument[] {
  if (options.validAt === undefined && options.knownAt === undefined) return documents;
  const until = Math.min(Date.parse(validAt), Date.parse(knownAt));
  return documents.filter(({ document }) => Date.parse(document.date) <= until);
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
