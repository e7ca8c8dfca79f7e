import type { Entry, ReadOptions, Store } from '@everlong/core';
import { isWithdrawn, remainingRanges, type SeqRange } from '@everlong/core/store-kit';

/** Withdrawn ranges shorter than this are read and passed over: that costs less than two reads. */
const MIN_SKIPPED_ENTRIES = 200;

/** Entries that no rewind withdrew; `limit` counts only these. */
export async function* readRemaining(
  store: Store,
  sessionId: string,
  withdrawn: readonly SeqRange[],
  { from = 0, to = Infinity, limit = Infinity, reverse = false }: ReadOptions = {},
): AsyncGenerator<Entry> {
  const long = withdrawn.filter((range) => range.to - range.from >= MIN_SKIPPED_ENTRIES);
  const ranges = remainingRanges(long, { from, to });
  let left = limit;
  for (const range of reverse ? ranges.toReversed() : ranges) {
    if (left <= 0) return;
    // Without withdrawn entries the store needs to read no more than asked for.
    const most = withdrawn.length === 0 && left < Infinity ? { limit: left } : {};
    for await (const entry of store.read(sessionId, { ...range, reverse, ...most })) {
      if (isWithdrawn(withdrawn, entry.seq)) continue;
      yield entry;
      left--;
      if (left <= 0) return;
    }
  }
}
