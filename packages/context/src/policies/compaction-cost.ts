import type { PolicyContext } from './policy.js';

/** What a compaction would cost, and what putting it off has cost: in uncached input tokens. */
export interface CompactionCost {
  /** Reading, call after call, what a compaction would have left out. */
  carried: number;
  /**
   * Writing the compacted prefix to the cache anew instead of reading it; nothing in a cold cache.
   */
  rewrite: number;
}

const NOTHING: CompactionCost = { carried: 0, rewrite: 0 };

/**
 * Whether to compact is a ski-rental problem: each call of an epoch pays for reading the tokens
 * that a compaction would have left out; a compaction leaves `kept` tokens and pays once for
 * writing `rewritten` of them anew, the others being in the cache already. Compacting when the
 * first sum has reached the second is 2-competitive, and for histories that grow evenly the best
 * interval there is.  When the cache has gone cold, the coming call writes whatever is sent:
 * carrying old messages on then costs the price of writing, and a compaction costs nothing beyond
 * it. But it costs detail, and so counts only when it would leave less than half.
 */
export function compactionCost(
  { groups, firstNew, snapshotTokens, prices, promptCacheExpired }: PolicyContext,
  { kept, rewritten }: { kept: number; rewritten: number },
): CompactionCost {
  let carried = 0;
  let size = snapshotTokens;
  for (const [index, group] of groups.entries()) {
    const calledNow = index >= firstNew && group.messages[0]?.role === 'assistant';
    if (calledNow) carried += prices.cacheRead * Math.max(0, size - kept);
    size += group.tokens;
  }
  const left = Math.max(0, size - kept);
  if (promptCacheExpired)
    return left > kept ? { carried: prices.cacheWrite * left, rewrite: 0 } : NOTHING;
  return {
    carried: carried + prices.cacheRead * left,
    rewrite: (prices.cacheWrite - prices.cacheRead) * rewritten,
  };
}
