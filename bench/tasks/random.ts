import { createRandom as createIntegers } from '@everlong/testing/random';

/** A seeded source of chance: the same seed gives the same task on every machine. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
}

export function createRandom(seed: number): Random {
  const { below } = createIntegers(seed);
  const next = (): number => below(2 ** 32) / 2 ** 32;
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick: <Item>(items: readonly Item[]) => items[int(0, items.length - 1)] as Item,
    shuffle<Item>(items: readonly Item[]) {
      const keyed = items.map((item) => ({ item, key: next() }));
      return keyed.toSorted((left, right) => left.key - right.key).map(({ item }) => item);
    },
  };
}
