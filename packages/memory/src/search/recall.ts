import type { MemoryHit, RecallOptions, RecallResult } from '@everlong/core';

import { isExcluded } from '../facts/to-memory-fact.js';
import { pointInTime } from '../scope/point-in-time.js';
import type { MemoryContext } from '../scope/memory-context.js';
import { findDocuments } from './find-documents.js';
import { findFacts } from './find-facts.js';
import { withLater } from './later-messages.js';
import { parseQuery } from './parse-query.js';
import type { ScoredDocument } from './score-documents.js';
import { documentToHit, factToHit } from './to-hit.js';

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
  await context.notes?.refresh(scope);
  const { speakers, sessions } = await index.scope(scope);
  const aliases = await index.aliases(scope);
  const query = parseQuery(text, { speakers, aliases }, analyzer);
  const at = pointInTime(context, options);
  const facts = await findFacts({ index, scope, at, aliases, weights, analyzer }, query);
  const meaning = await context.embedder?.meaningOf(context, scope, text);
  const search = { index, scope, weights, meaning, limit, sessionCount: sessions };
  const asOf = (found: readonly ScoredDocument[]): readonly ScoredDocument[] =>
    found.filter(({ document }) => document.date <= at.saidUntil);
  const found = asOf(await findDocuments(search, query, facts));
  const documents = asOf(await withLater(search, found, query));
  const ranked = [...facts, ...documents].toSorted((left, right) => right.score - left.score);
  return packHits(
    ranked
      .values()
      .map((each) => ('fact' in each ? factToHit(context, each) : documentToHit(context, each))),
    { ...options, limit },
  );
}

/**
 * Takes hits in order while they fit, without what the caller excludes and what repeats an earlier
 * one; lazy, so that only the hits in reach have their tokens counted.
 */
function packHits(
  ranked: Iterable<MemoryHit>,
  { excludes, maxTokens = Infinity, limit }: RecallOptions & { limit: number },
): RecallResult {
  const seen = new Set<string>();
  const hits: MemoryHit[] = [];
  let tokens = 0;
  for (const hit of ranked) {
    if (hits.length >= limit) break;
    if (isExcluded(hit.sources, excludes) || tokens + hit.tokens > maxTokens) continue;
    const text = hit.text.trim().toLowerCase();
    if (seen.has(text)) continue;
    seen.add(text);
    hits.push(hit);
    tokens += hit.tokens;
  }
  return { hits, tokens };
}
