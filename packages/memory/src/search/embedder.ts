import type { AiSdkEmbeddingModel, DocumentVector, StoredDocument } from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';
import type { EmbeddingModel } from 'ai';

import { loadAiSdk } from '../scope/load-ai-sdk.js';
import { type CentredVectors, centreVectors, unitOf } from './centred-vectors.js';
import { NO_MEANING, readMeaning } from './meaning.js';
import type { Embedder } from '../scope/memory-context.js';
import { answeredBy } from '../scope/answered-by.js';
import { changeScope } from '../scope/change-scope.js';
import { createLimitedMap } from '../scope/limited-map.js';
import type { MemoryContext } from '../scope/memory-context.js';

const BATCH = 100;

/** More of a question is not read. */
const MAX_QUERY_LENGTH = 4000;

/** After this time a recall does without a vector, by words alone. */
const QUERY_TIMEOUT_MS = 2000;

/** Scopes whose vectors stay in memory. */
const MAX_CACHED_SCOPES = 16;

/** On as many matters as there are sentences: what they have in common says nothing. */
const unrelatedTexts = [
  'The train leaves at nine.',
  'My sister plays the piano.',
  'We painted the kitchen green.',
  'The tests fail on Windows.',
  'He is afraid of spiders.',
  'Bread needs flour and time.',
  'The invoice was paid in March.',
  'It rained all weekend.',
  'She teaches history at a school.',
  'Our dog sleeps on the sofa.',
  'The database is too slow.',
  'I ran ten kilometres today.',
];

interface CachedVectors {
  revision: number;
  stored: Omit<DocumentVector, 'model'>[];
  /** Once a question was compared with them. */
  centred?: CentredVectors;
}

export function createEmbedder(given: AiSdkEmbeddingModel): Embedder {
  const name = typeof given === 'string' ? given : given.modelId;
  const model = given as EmbeddingModel;
  const cached = createLimitedMap<string, CachedVectors>(MAX_CACHED_SCOPES);
  const readQuestion = createQuestionReader(model);

  async function vectorsOf({ index }: MemoryContext, scope: string): Promise<CachedVectors> {
    const { revision } = await index.scope(scope);
    const known = cached.get(scope);
    if (known?.revision === revision) return known;
    const vectors = { revision, stored: await index.vectors(scope, name) };
    cached.set(scope, vectors);
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
        const call = embedMany({ model, values, maxRetries: 1, abortSignal: signal });
        const answer = untilAborted(call, signal);
        const { embeddings } = await answeredBy(context, answer, signal);
        await changeScope(context, scope, async () => ({
          result: undefined,
          changes: { putVectors: toVectors(waiting, embeddings, name) },
        }));
      }
    },
    async meaningOf(context, scope, text) {
      try {
        const vectors = await vectorsOf(context, scope);
        if (vectors.stored.length === 0) return NO_MEANING;
        const { question, unrelated } = await readQuestion(context, text);
        vectors.centred ??= centreVectors(vectors.stored, unrelated);
        return readMeaning(question, vectors.centred);
      } catch {
        return NO_MEANING;
      }
    },
  };
}

interface QuestionVectors {
  question: Float32Array;
  /** Of the unrelated texts, embedded with the first question. */
  unrelated: readonly Float32Array[];
}

function createQuestionReader(
  model: EmbeddingModel,
): (context: MemoryContext, text: string) => Promise<QuestionVectors> {
  let unrelated: readonly Float32Array[] | undefined;
  return async (context, text) => {
    const { embedMany } = await loadAiSdk();
    const signal = AbortSignal.timeout(QUERY_TIMEOUT_MS);
    const value = text.slice(0, MAX_QUERY_LENGTH).toWellFormed();
    const values = unrelated === undefined ? [value, ...unrelatedTexts] : [value];
    const call = embedMany({ model, values, maxRetries: 0, abortSignal: signal });
    const { embeddings } = await answeredBy(context, untilAborted(call, signal), signal);
    const [question = [], ...others] = embeddings;
    unrelated ??= others.map(unitOf);
    return { question: unitOf(question), unrelated };
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
      : [{ place: { sessionId, position }, model, vector: unitOf(embedding) }];
  });
}
