import { checkList, checkNumber } from '@everlong/core/internal';

/**
 * The largest cap under which sizes fit a budget when each is cut down to the cap: the sum of
 * `min(size, cap)` is at most the budget. `Infinity` when they fit as they are; never below 0.
 * Small sizes stay whole and the largest give way first. Throws `ConfigError` for anything but a
 * list and a number.
 */
export function equalCap(sizes: readonly number[], budget: number): number {
  checkList('The sizes of equalCap', sizes);
  checkNumber('The budget of equalCap', budget, -Infinity);
  const ascending = [...sizes].toSorted((left, right) => left - right);
  let left = Math.max(0, budget);
  for (const [index, size] of ascending.entries()) {
    const share = left / (ascending.length - index);
    if (size > share) return Math.floor(share);
    left -= size;
  }
  return Infinity;
}
