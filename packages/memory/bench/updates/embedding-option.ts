import { type BenchEmbeddingModel, keepVectors } from './kept-vectors.ts';

/** The option for a memory with the local embedding model, if there is a file for its vectors. */
export async function embeddingOption(
  file: string | undefined,
): Promise<{ embeddingModel?: BenchEmbeddingModel }> {
  if (file === undefined) return {};
  const path = '../../../../bench/local-embedding/local-embedding-model.mjs';
  const { localEmbeddingModel } = (await import(path)) as {
    localEmbeddingModel: BenchEmbeddingModel;
  };
  return { embeddingModel: keepVectors(localEmbeddingModel, file) };
}
