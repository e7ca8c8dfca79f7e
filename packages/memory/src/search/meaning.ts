import type { Meaning } from '../scope/memory-context.js';
import { type CentredVectors, centredOn, cosineSimilarity } from './centred-vectors.js';
import { placeKey } from './score-documents.js';

/** Without an embedding model. */
export const NO_MEANING: Meaning = { near: new Map(), compare: () => undefined };

const NEAREST = 50;

/** A best document that is less alike scores less than 1. */
const ALIKE = 0.3;

/** @param embedding of the question, of length 1 */
export function readMeaning(embedding: Float32Array, { mean, vectors }: CentredVectors): Meaning {
  const question = centredOn(mean, embedding);
  const byPlace = new Map(
    vectors.map(({ place, vector }) => [
      placeKey(place),
      { place, vector, similarity: cosineSimilarity(question, vector) },
    ]),
  );
  const nearest = [...byPlace]
    .filter(([, { similarity }]) => similarity > 0)
    .toSorted(([, left], [, right]) => right.similarity - left.similarity)
    .slice(0, NEAREST);
  const best = Math.max(ALIKE, nearest[0]?.[1].similarity ?? 0);
  return {
    near: new Map(
      nearest.map(([key, { place, similarity }]) => [key, { place, score: similarity / best }]),
    ),
    compare(earlier, later) {
      const [one, other] = [byPlace.get(placeKey(earlier)), byPlace.get(placeKey(later))];
      if (one === undefined || other === undefined) return undefined;
      return cosineSimilarity(one.vector, other.vector);
    },
  };
}
