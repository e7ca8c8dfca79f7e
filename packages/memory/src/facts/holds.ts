import type { AsOf, MemoryFact } from '@everlong/core';

/** A point on both time axes. */
export type PointInTime = Required<AsOf>;

/** Whether, by what was known at `knownAt`, the fact holds at `validAt`. */
export function holds(
  { recordedAt, retiredAt, validFrom, validTo }: MemoryFact,
  { validAt, knownAt }: PointInTime,
): boolean {
  if (recordedAt > knownAt || validFrom > validAt) return false;
  const endIsKnown = retiredAt === undefined || retiredAt <= knownAt;
  return validTo === undefined || !endIsKnown || validAt < validTo;
}
