/** An embedding model whose vectors are kept in a file, so that later runs need no model. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What is used of an embedding model of the AI SDK. */
export interface BenchEmbeddingModel {
  specificationVersion: 'v3';
  provider: string;
  modelId: string;
  maxEmbeddingsPerCall: number;
  supportsParallelCalls: boolean;
  doEmbed(options: { values: string[] }): Promise<{ embeddings: number[][]; warnings: [] }>;
}

/**
 * @param file JSONL: a text and its vector, base64 of 32-bit floats
 */
export function keepVectors(model: BenchEmbeddingModel, file: string): BenchEmbeddingModel {
  const known = existsSync(file) ? readVectors(file) : new Map<string, number[]>();
  return {
    ...model,
    async doEmbed({ values }) {
      const missing = [...new Set(values)].filter((text) => !known.has(text));
      if (missing.length > 0) {
        const { embeddings } = await model.doEmbed({ values: missing });
        for (const [at, text] of missing.entries()) {
          known.set(text, embeddings[at] ?? []);
        }
        appendFileSync(file, missing.map((text) => toLine(text, known.get(text) ?? [])).join(''));
      }
      return { embeddings: values.map((text) => known.get(text) ?? []), warnings: [] };
    },
  };
}

function readVectors(file: string): Map<string, number[]> {
  const lines = readFileSync(file, 'utf8').trim().split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [text, vector] = JSON.parse(line) as [string, string];
      const { buffer, byteOffset, byteLength } = Buffer.from(vector, 'base64');
      return [text, [...new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength))]];
    }),
  );
}

function toLine(text: string, vector: readonly number[]): string {
  const bytes = Buffer.from(Float32Array.from(vector).buffer).toString('base64');
  return `${JSON.stringify([text, bytes])}\n`;
}
