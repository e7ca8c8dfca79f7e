import type { MemoryHit, RecallOptions, RecallResult } from '@everlong/core';

import { findDocuments } from '../recall/find-documents.js';
import { packHits, type RankedHit } from '../recall/pack-hits.js';
import { parseQuery } from '../recall/parse-query.js';
import type { ScoredDocument } from '../recall/score-documents.js';
import type { MemoryContext } from './memory-context.js';

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
  const state = await index.scope(scope);
  const query = parseQuery(text, state.speakers, context);
  const search = { index, scope, weights, sessionCount: state.sessions };
  const documents = await findDocuments(search, query, new Map());
  return packHits(rankedHits(context, documents), { limit, maxTokens });
}

/** Made one by one: tokens are counted for those that are looked at only. */
function* rankedHits(
  context: MemoryContext,
  documents: readonly ScoredDocument[],
): Iterable<RankedHit> {
  for (const scored of documents) {
    yield { hit: toHit(context, scored), terms: scored.document.terms };
  }
}

function toHit(
  { countTokens }: MemoryContext,
  { document, score, breakdown }: ScoredDocument,
): MemoryHit {
  const { layer, sessionId, entryId, date, speaker, trust, text } = document;
  return {
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
}
