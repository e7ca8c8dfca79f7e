import type { PromptPrices } from '../cache/prompt-prices.js';
import type { PolicyTally } from '../report/policy-tally.js';
import type { ReplayLog } from './replay-log.js';
import type { ValueNeed } from './value-needs.js';

/** Adds up the cost of rereading what requests lack, once per entry and epoch. */
export interface MissCost {
  /** The needs that a request does not meet; without a request the epoch is the last one's. */
  add(unmet: readonly ValueNeed[], epoch: number | undefined): void;
}

export function createMissCost(
  { entries, book }: ReplayLog,
  prices: PromptPrices,
  tally: PolicyTally,
): MissCost {
  let epoch = 0;
  let reread = new Set<number>();

  return {
    add(unmet, current = epoch) {
      if (current !== epoch) {
        epoch = current;
        reread = new Set();
      }
      for (const { sources } of unmet) {
        const source = sources.at(-1);
        const entry = source === undefined ? undefined : entries[source];
        if (entry === undefined || reread.has(entry.seq)) continue;
        reread.add(entry.seq);
        const { tokens } = book.message(entry.message);
        tally.reacquireTokens += tokens;
        tally.reacquireUsd += prices.uncachedUsd(tokens);
      }
    },
  };
}
