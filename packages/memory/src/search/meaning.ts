import type { DocumentPlace } from '@everlong/core';

import type { Likeness } from '../replacement/weigh-meaning.js';
import { type CentredVectors, centredOn, likenessOf } from './centred-vectors.js';
import { placeKey } from './score-documents.js';

/** What documents have to do with a question, as an embedding model sees it. */
export interface Meaning {
  /** The documents most like the question by `placeKey`, the best with a score of 1. */
  near: ReadonlyMap<string, { place: DocumentPlace; score: number }>;
  /** How alike two documents and the question are; nothing if one of them has no vector. */
  compare(earlier: DocumentPlace, later: DocumentPlace): Likeness | undefined;
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
      { place, vector, likeness: likenessOf(question, vector) },
    ]),
  );
  const nearest = [...byPlace]
    .filter(([, { likeness }]) => likeness > 0)
    .toSorted(([, left], [, right]) => right.likeness - left.likeness)
    .slice(0, NEAREST);
  const best = Math.max(ALIKE, nearest[0]?.[1].likeness ?? 0);
  return {
    near: new Map(
      nearest.map(([key, { place, likeness }]) => [key, { place, score: likeness / best }]),
    ),
    compare(earlier, later) {
      const [one, other] = [byPlace.get(placeKey(earlier)), byPlace.get(placeKey(later))];
      if (one === undefined || other === undefined) return undefined;
      return {
        ofEarlier: one.likeness,
        ofLater: other.likeness,
        ofBoth: likenessOf(one.vector, other.vector),
      };
    },
  };
}
