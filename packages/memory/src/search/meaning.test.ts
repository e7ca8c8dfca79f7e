import { expect, it } from 'vitest';

import { centreVectors, unitOf } from './centred-vectors.js';
import { readMeaning } from './meaning.js';

const unrelated = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
].map(unitOf);

const place = (position: number) => ({ sessionId: 'one', position });

/** Documents with these vectors, at the positions 0, 1, 2… */
function stored(...vectors: number[][]) {
  return vectors.map((vector, position) => ({ place: place(position), vector: unitOf(vector) }));
}

it('finds the nearest documents, the best with a score of 1', () => {
  const centred = centreVectors(stored([1, 0.1, 0], [0.8, 0.6, 0], [0, 0, 1]), unrelated);
  const { near } = readMeaning(unitOf([1, 0, 0]), centred);
  expect([...near.values()].map((each) => each.place.position)).toEqual([0, 1]);
  expect(near.get('0 one')?.score).toBe(1);
});

it('compares two documents, and nothing with one that has no vector', () => {
  const centred = centreVectors(stored([1, 0.1, 0], [1, 0.2, 0], [0, 0, 1]), unrelated);
  const { compare } = readMeaning(unitOf([1, 0, 0]), centred);
  const same = compare(place(0), place(1));
  expect(same).toBeGreaterThan(0.9);
  expect(compare(place(0), place(2))).toBe(0);
  expect(compare(place(0), place(9))).toBeUndefined();
});

it('does not see what all texts of a model have in common as similarity', () => {
  const inCommon = (vector: readonly number[]): number[] => [...vector, 5];
  const plain = centreVectors(stored([1, 0, 0], [0, 1, 0]), unrelated);
  const texts = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((vector) => unitOf(inCommon(vector)));
  const shifted = centreVectors(stored(inCommon([1, 0, 0]), inCommon([0, 1, 0])), texts);
  const [one, other] = [
    readMeaning(unitOf([1, 0, 0]), plain),
    readMeaning(unitOf(inCommon([1, 0, 0])), shifted),
  ].map(({ compare }) => compare(place(0), place(1)));
  expect(other).toBeCloseTo(one ?? Number.NaN, 2);
});

it('leaves out vectors of another size, as those of a model that was changed', () => {
  const centred = centreVectors(stored([1, 0, 0], [1, 0]), unrelated);
  expect(centred.vectors.map((each) => each.place.position)).toEqual([0]);
});
