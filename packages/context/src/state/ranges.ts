import type { CompactionRecord, EntryRange } from '@everlong/core';
import type { SeqRange } from '@everlong/core/store-kit';

/** Why a compaction keeps a group where no policy says more. */
export const KEPT_REASON = 'kept';

/** The `system` entries at the head of a log, for a plan. */
export function instructionsRange({ from, to }: SeqRange): EntryRange {
  return { from, to, disposition: 'verbatim', reason: 'instructions', tokens: 0 };
}

/** Appends a range, joining it to its neighbour where both say the same. */
export function pushRange(ranges: EntryRange[], range: EntryRange): void {
  if (range.to < range.from) return;
  const last = ranges.at(-1);
  const joins =
    last !== undefined &&
    last.disposition === range.disposition &&
    last.reason === range.reason &&
    last.maxTokens === undefined &&
    range.maxTokens === undefined &&
    last.withoutFiles === range.withoutFiles &&
    JSON.stringify(last.cut) === JSON.stringify(range.cut) &&
    JSON.stringify(last.keepLines) === JSON.stringify(range.keepLines);
  if (joins) {
    last.to = range.to;
    last.tokens += range.tokens;
  } else {
    ranges.push({ ...range });
  }
}

/** What the user withdrew, for a plan. */
export function withdrawnRange({ from, to }: SeqRange): EntryRange {
  return { from, to, disposition: 'withdrawn', reason: 'the user withdrew it', tokens: 0 };
}

/** The parts of ranges that lie between two places, both included. */
export function rangesWithin(ranges: readonly SeqRange[], { from, to }: SeqRange): SeqRange[] {
  return ranges
    .map((range) => ({ from: Math.max(range.from, from), to: Math.min(range.to, to) }))
    .filter((range) => range.from <= range.to);
}

/** Of ranges in order the one that holds `seq`, by binary search. */
export function rangeAt<Range extends SeqRange>(
  ranges: readonly Range[],
  seq: number,
): Range | undefined {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return undefined;
    if (seq < range.from) high = middle - 1;
    else if (seq > range.to) low = middle + 1;
    else return range;
  }
  return undefined;
}

/** Whether an entry that the compaction decides about is still sent. */
export function isSent({ ranges }: CompactionRecord, seq: number): boolean {
  const disposition = rangeAt(ranges, seq)?.disposition;
  return disposition === 'verbatim' || disposition === 'truncated' || disposition === 'masked';
}
