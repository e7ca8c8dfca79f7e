import { createRandom } from '@everlong/testing/random';

const DRAWS = 10_000;
const SEED = 95;
const TAIL = 0.025;

/**
 * The 95 % interval of the mean difference `left - right` of paired values: the pairs are drawn
 * again, with a fixed seed.
 */
export function pairedInterval(
  left: readonly number[],
  right: readonly number[],
): { low: number; high: number } {
  const differences = left.map((value, at) => value - (right[at] ?? 0));
  const random = createRandom(SEED);
  const means = Array.from({ length: DRAWS }, () => {
    const sum = differences.reduce((soFar) => soFar + random.pick(differences), 0);
    return sum / differences.length;
  }).toSorted((one, other) => one - other);
  const at = (share: number): number => means[Math.floor(share * (DRAWS - 1))] ?? Number.NaN;
  return { low: at(TAIL), high: at(1 - TAIL) };
}
