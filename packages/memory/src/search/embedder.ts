import type {
  AiSdkEmbeddingModel,
  DocumentPlace,
  DocumentVector,
  StoredDocument,
} from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';
import type { EmbeddingModel } from 'ai';

import { answeredBy, loadAiSdk } from '../scope/ask-model.js';
import { changeScope } from '../scope/change-scope.js';
import type { Embedder, Meaning, MemoryContext } from '../scope/memory-context.js';
import { placeKey } from './score-documents.js';

const BATCH = 100;

/** More of a question is not read. */
const MAX_QUERY_LENGTH = 4000;

/** After this time a recall does without a vector, by words alone. */
const QUERY_TIMEOUT_MS = 2000;

/** Scopes whose vectors stay in memory. */
const MAX_CACHED_SCOPES = 16;

const NEAREST = 50;

/** A best document that is less alike scores less than 1. */
const ALIKE = 0.3;

interface ScopeVectors {
  revision: number;
  vectors: readonly { place: DocumentPlace; vector: Float32Array }[];
}

export function createEmbedder(given: AiSdkEmbeddingModel): Embedder {
  const name = typeof given === 'string' ? given : given.modelId;
  const model = given as EmbeddingModel;
  const cached = new Map<string, ScopeVectors>();

  async function vectorsOf({ index }: MemoryContext, scope: string): Promise<ScopeVectors> {
    const { revision } = await index.scope(scope);
    const known = cached.get(scope);
    if (known?.revision === revision) return known;
    const vectors = { revision, vectors: await index.vectors(scope, name) };
    if (cached.size >= MAX_CACHED_SCOPES) cached.clear();
    cached.set(scope, vectors);
    return vectors;
  }

  /** Vectors of length 1. */
  async function embed(context: MemoryContext, values: string[], signal: AbortSignal) {
    const { embedMany } = await loadAiSdk();
    const call = embedMany({ model, values, maxRetries: 1, abortSignal: signal });
    const { embeddings } = await answeredBy(context, untilAborted(call, signal), signal);
    return embeddings.map(scaled);
  }

  return {
    async embedNew(context, scope, signal) {
      while (!signal.aborted) {
        const filter = { withoutVector: name, limit: BATCH };
        const waiting = await context.index.documents(scope, filter);
        if (waiting.length === 0) return;
        const texts = waiting.map(({ text }) => text.toWellFormed());
        const vectors = await embed(context, texts, signal);
        const putVectors = vectors.flatMap((vector, at): DocumentVector[] => {
          const place = waiting[at];
          return place === undefined ? [] : [{ place: placeOf(place), model: name, vector }];
        });
        await changeScope(context, scope, async () => ({
          result: undefined,
          changes: { putVectors },
        }));
      }
    },
    async meaningOf(context, scope, text) {
      try {
        const { vectors } = await vectorsOf(context, scope);
        if (vectors.length === 0) return undefined;
        const signal = AbortSignal.timeout(QUERY_TIMEOUT_MS);
        const value = text.slice(0, MAX_QUERY_LENGTH).toWellFormed();
        const [question] = await embed(context, [value], signal);
        return question === undefined ? undefined : readMeaning(question, vectors);
      } catch {
        return undefined;
      }
    },
  };
}

/** @param question its vector, of length 1 as all are */
function readMeaning(question: Float32Array, vectors: ScopeVectors['vectors']): Meaning {
  const byPlace = new Map(vectors.map((each) => [placeKey(each.place), each]));
  const nearest = [...byPlace]
    .map(([key, { place, vector }]) => ({ key, place, score: likeness(question, vector) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, NEAREST);
  const best = Math.max(ALIKE, nearest[0]?.score ?? 0);
  return {
    near: new Map(nearest.map(({ key, place, score }) => [key, { place, score: score / best }])),
    compare(earlier, later) {
      const [one, other] = [byPlace.get(placeKey(earlier)), byPlace.get(placeKey(later))];
      if (one === undefined || other === undefined) return undefined;
      return likeness(one.vector, other.vector);
    },
  };
}

function placeOf({ sessionId, position }: StoredDocument): DocumentPlace {
  return { sessionId, position };
}

/** From 0 for texts on different matters to 1 for equal ones; 0 for vectors of another size. */
function likeness(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0;
  return Math.max(0, dot(one, other));
}

/** A scope has many vectors, and loops are several times faster. */
function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function scaled(values: readonly number[]): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return vector.map((value) => value / length);
}
