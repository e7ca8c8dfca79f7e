import type { DocumentPlace } from '@everlong/core';

import type { Similarity } from '../replacement/weigh-meaning.js';
import { type CentredVectors, centredOn, cosineSimilarity } from './centred-vectors.js';
import { placeKey } from './score-documents.js';

/** What documents have to do with a question, as an embedding model sees it. */
export interface Meaning {
  /** The documents most like the question by `placeKey`, the best with a score of 1. */
  near: ReadonlyMap<string, { place: DocumentPlace; score: number }>;
  /** How alike two documents and the question are; nothing if one of them has no vector. */
  compare(earlier: DocumentPlace, later: DocumentPlace): Similarity | undefined;
}

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
      return {
        ofEarlier: one.similarity,
        ofLater: other.similarity,
        ofBoth: cosineSimilarity(one.vector, other.vector),
      };
    },
  };
}
