import type { DocumentPlace, DocumentVector } from '@everlong/core';

/**
 * Vectors less their mean: what all texts have in common for a model tells nothing apart, and is
 * much for some models and little for others.
 */
export interface CentredVectors {
  mean: Float32Array;
  /** Of length 1. */
  vectors: readonly { place: DocumentPlace; vector: Float32Array }[];
}

/**
 * @param unrelated vectors of texts on different matters, so that few documents on one matter do
 *   not make it the mean
 */
export function centreVectors(
  stored: readonly Omit<DocumentVector, 'model'>[],
  unrelated: readonly Float32Array[],
): CentredVectors {
  const size = unrelated[0]?.length ?? 0;
  const usable = stored.filter(({ vector }) => vector.length === size);
  const mean = meanOf([...unrelated, ...usable.map(({ vector }) => vector)], size);
  const vectors = usable.map(({ place, vector }) => ({ place, vector: centredOn(mean, vector) }));
  return { mean, vectors };
}

export function centredOn(mean: Float32Array, vector: Float32Array): Float32Array {
  const centred = new Float32Array(vector);
  for (let at = 0; at < centred.length; at++) centred[at] = (centred[at] ?? 0) - (mean[at] ?? 0);
  return scaled(centred);
}

/** The vector at length 1. */
export function unitOf(values: ArrayLike<number>): Float32Array {
  return scaled(Float32Array.from(values));
}

/** Changes the vector to length 1: a scope has many, and loops are several times faster. */
function scaled(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

/** From 0 for texts on different matters to 1 for equal ones. */
export function cosineSimilarity(one: Float32Array, other: Float32Array): number {
  return Math.max(0, dot(one, other));
}

function meanOf(vectors: readonly Float32Array[], size: number): Float32Array {
  const mean = new Float32Array(size);
  for (const vector of vectors) {
    for (let at = 0; at < size; at++) {
      mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / vectors.length;
    }
  }
  return mean;
}

function dot(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0;
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
