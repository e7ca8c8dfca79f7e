import type { AiSdkEmbeddingModel, DocumentVector, StoredDocument } from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';
import type { EmbeddingModel } from 'ai';

import { loadAiSdk } from '../extraction/load-ai-sdk.js';
import type { Embedder, Near } from './memory-context.js';
import { placeKey } from '../recall/score-documents.js';
import { changeScope } from './change-scope.js';
import { createLimitedMap } from './limited-map.js';
import type { MemoryContext } from './memory-context.js';

const BATCH = 100;
const NEAREST = 50;

/** After this time a recall does without a vector, by words alone. */
const QUERY_TIMEOUT_MS = 2000;

/** Scopes whose vectors stay in memory. */
const MAX_CACHED_SCOPES = 16;

interface CachedVectors {
  revision: number;
  vectors: Omit<DocumentVector, 'model'>[];
}

export function createEmbedder(given: AiSdkEmbeddingModel): Embedder {
  const name = typeof given === 'string' ? given : given.modelId;
  const model = given as EmbeddingModel;
  const cached = createLimitedMap<string, CachedVectors>(MAX_CACHED_SCOPES);

  async function vectorsOf({ index }: MemoryContext, scope: string) {
    const { revision } = await index.scope(scope);
    const known = cached.get(scope);
    if (known?.revision === revision) return known.vectors;
    const vectors = await index.vectors(scope, name);
    cached.set(scope, { revision, vectors });
    return vectors;
  }

  return {
    async embedNew(context, scope, signal) {
      const { embedMany } = await loadAiSdk();
      while (!signal.aborted) {
        const waiting = await context.index.documents(scope, {
          withoutVector: name,
          limit: BATCH,
        });
        if (waiting.length === 0) return;
        const values = waiting.map(({ text }) => text.toWellFormed());
        const { embeddings } = await untilAborted(
          embedMany({ model, values, maxRetries: 1, abortSignal: signal }),
          signal,
        );
        await changeScope(context, scope, async () => ({
          result: undefined,
          changes: { putVectors: toVectors(waiting, embeddings, name) },
        }));
      }
    },
    async nearest(context, scope, text) {
      try {
        const vectors = await vectorsOf(context, scope);
        if (vectors.length === 0) return new Map();
        const { embed } = await loadAiSdk();
        const signal = AbortSignal.timeout(QUERY_TIMEOUT_MS);
        const value = text.slice(0, 4000).toWellFormed();
        const { embedding } = await untilAborted(
          embed({ model, value, maxRetries: 0, abortSignal: signal }),
          signal,
        );
        return nearestTo(unit(embedding), vectors);
      } catch {
        return new Map();
      }
    },
  };
}

function toVectors(
  documents: readonly StoredDocument[],
  embeddings: readonly (readonly number[])[],
  model: string,
): DocumentVector[] {
  return documents.flatMap(({ sessionId, position }, index) => {
    const embedding = embeddings[index];
    return embedding === undefined
      ? []
      : [{ place: { sessionId, position }, model, vector: unit(embedding) }];
  });
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

function nearestTo(
  query: Float32Array,
  vectors: readonly Omit<DocumentVector, 'model'>[],
): Map<string, Near> {
  const near = vectors
    .map(({ place, vector }) => ({ place, score: dot(query, vector) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, NEAREST);
  const [best] = near;
  return new Map(
    near.map(({ place, score }) => [placeKey(place), { place, score: score / (best?.score ?? 1) }]),
  );
}

function dot(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0;
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
