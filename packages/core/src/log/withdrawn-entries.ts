import type { RewindRecord, SessionRecord } from './record.js';

/** A run of entries by `seq`; both ends are included. */
export interface SeqRange {
  from: number;
  to: number;
}

/** The entries that rewinds withdrew, in order, as ranges that do not touch. */
export function withdrawnRanges(
  rewinds: Iterable<Pick<RewindRecord, 'fromSeq' | 'throughSeq'>>,
): SeqRange[] {
  const ranges = [...rewinds]
    .map(({ fromSeq, throughSeq = Infinity }) => ({ from: fromSeq, to: throughSeq }))
    .filter(({ from, to }) => from <= to)
    .toSorted((left, right) => left.from - right.from);
  const merged: SeqRange[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last === undefined || range.from > last.to + 1) merged.push(range);
    else last.to = Math.max(last.to, range.to);
  }
  return merged;
}

/** Tells whether one of the ranges, which are in order, holds the entry. */
export function isWithdrawn(ranges: readonly SeqRange[], seq: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined || seq < range.from) high = middle - 1;
    else if (seq > range.to) low = middle + 1;
    else return true;
  }
  return false;
}

/** The rest of the entries from `from` to `to` without the withdrawn ones, in order. */
export function remainingRanges(
  withdrawn: readonly SeqRange[],
  { from, to }: SeqRange,
): SeqRange[] {
  const remaining: SeqRange[] = [];
  let next = from;
  for (const range of withdrawn) {
    if (range.to < next) continue;
    if (range.from > to) break;
    if (range.from > next) remaining.push({ from: next, to: range.from - 1 });
    next = range.to + 1;
  }
  if (next <= to) remaining.push({ from: next, to });
  return remaining;
}

/** The epoch in force once the record is appended: those with a `previousEpoch` begin one. */
export function epochAfter(record: SessionRecord, epoch: number): number {
  return 'previousEpoch' in record ? record.epoch : epoch;
}

/** The record as a store keeps it: a rewind says how far it reaches. */
export function completeRecord(record: SessionRecord, entryCount: number): SessionRecord {
  if (record.type !== 'rewind' || record.throughSeq !== undefined) return record;
  return { ...record, throughSeq: entryCount - 1 };
}
