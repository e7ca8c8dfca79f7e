import { checkList, checkNumber } from '@everlong/core/internal';

/** Something that costs tokens. */
export interface Sized {
  tokens: number;
}

/** Which end of a list fits. */
export interface Fill {
  /** The index of the first item kept; the length of the list when none is. */
  from: number;
  /** Tokens of the items kept. */
  tokens: number;
}

/**
 * Keeps the newest items of a list (oldest first) that fit the budget, without gaps: the first one
 * that does not fit ends the fill. At least `minItems` are kept, fitting or not. Throws
 * `ConfigError` for anything but a list and numbers.
 */
export function fillNewestFirst(
  items: readonly Sized[],
  budget: number,
  { minItems = 0 }: { minItems?: number } = {},
): Fill {
  checkList('The items of fillNewestFirst', items);
  checkNumber('The budget of fillNewestFirst', budget, -Infinity);
  checkNumber('minItems of fillNewestFirst', minItems, 0);
  let tokens = 0;
  let from = items.length;
  while (from > 0) {
    const next = items[from - 1]?.tokens ?? 0;
    const forced = items.length - from < minItems;
    if (!forced && tokens + next > budget) break;
    tokens += next;
    from--;
  }
  return { from, tokens };
}
