import type { RecallOptions, RecallResult } from '@everlong/core';

import type { PointInTime } from '../facts/holds.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { pointInTime } from '../scope/point-in-time.js';
import { findDocuments } from './find-documents.js';
import { findFacts } from './find-facts.js';
import { withLater } from './later-messages.js';
import { NO_MEANING } from './meaning.js';
import { packHits, type RankedHit } from './pack-hits.js';
import { parseQuery } from './parse-query.js';
import { rankHits } from './rank-hits.js';
import type { ScoredDocument } from './score-documents.js';

const DEFAULT_LIMIT = 10;

/** The limit of hits when only tokens are limited. */
const MAX_HITS = 500;

export async function recall(
  context: MemoryContext,
  scope: string,
  text: string,
  options: RecallOptions = {},
): Promise<RecallResult> {
  const { index, weights, analyzer } = context;
  const { maxTokens, limit = maxTokens === undefined ? DEFAULT_LIMIT : MAX_HITS } = options;
  const { speakers, sessions } = await index.scope(scope);
  const aliases = await index.aliases(scope);
  const query = parseQuery(text, { speakers, aliases }, analyzer);
  const at = pointInTime(context, options);
  const withPast = query.asksPast;
  const facts = await findFacts({ index, scope, at, aliases, withPast, weights, analyzer }, query);
  const meaning = (await context.embedder?.meaningOf(context, scope, text)) ?? NO_MEANING;
  const search = { index, scope, weights, meaning, sessionCount: sessions };
  const found = datedBy(await findDocuments(search, query, facts), options, at);
  const documents = datedBy(await withLater(search, found, query), options, at);
  const ranked = rankHits(context, documents, facts);
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
    const isExcluded = excludes !== undefined && sources.length > 0 && sources.every(excludes);
    if (!isExcluded) yield each;
  }
}
