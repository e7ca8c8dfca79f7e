/** Random numbers that are the same in every run. */
export interface Random {
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
  hex(length: number): string;
}

/** A generator of the kind mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
  const below = (limit: number): number => next() % limit;
  return {
    below,
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T,
    shuffle: <T>(items: readonly T[]): T[] => {
      const placed = items.map((item) => ({ item, place: below(1_000_000) }));
      return placed.toSorted((left, right) => left.place - right.place).map(({ item }) => item);
    },
    hex: (length) => Array.from({ length }, () => below(16).toString(16)).join(''),
  };
}

/**
 * The seed of this run of the tests: `EVERLONG_SEED`, which the test runner sets and prints; 0
 * elsewhere.
 */
export function runSeed(): number {
  return Number(process.env['EVERLONG_SEED'] ?? 0);
}
