import { checkList, checkNumber } from '@everlong/core/internal';

import type { Sized } from './fill-newest-first.js';
import { equalCap } from './equal-cap.js';

/** An item that can be cut down, but not below `minTokens`. */
export interface Shrinkable extends Sized {
  /** Least tokens of the item: with less it is left out. */
  minTokens: number;
}

/** How a list is made to fit. */
export interface Fit {
  /** By item, in the order given: its full size, less, or 0 when it is left out. */
  allowances: number[];
  tokens: number;
}

/**
 * Makes items (oldest first) fit a budget: the largest are cut down to a common cap; when even the
 * minimal sizes do not fit, the oldest items are left out, one by one. Throws `ConfigError` for
 * anything but a list and a number.
 */
export function fitItems(items: readonly Shrinkable[], budget: number): Fit {
  checkList('The items of fitItems', items);
  checkNumber('The budget of fitItems', budget, -Infinity);
  const minimum = items.map((item) => Math.min(item.minTokens, item.tokens));
  let dropped = 0;
  let floor = minimum.reduce((sum, tokens) => sum + tokens, 0);
  while (dropped < items.length && floor > budget) {
    floor -= minimum[dropped] ?? 0;
    dropped++;
  }
  const spare = items.map((item, index) =>
    index < dropped ? 0 : item.tokens - (minimum[index] ?? 0),
  );
  const cap = equalCap(spare, budget - floor);
  const allowances = items.map((item, index) =>
    index < dropped ? 0 : (minimum[index] ?? 0) + Math.min(spare[index] ?? 0, cap),
  );
  return { allowances, tokens: allowances.reduce((sum, tokens) => sum + tokens, 0) };
}
