import type { AsOf, MemoryFact } from '@everlong/core';

/** A point in both times, resolved. */
export type PointInTime = Required<AsOf>;

/** Whether the memory said at `knownAt` that the fact holds at `validAt`. */
export function holds(
  { recordedAt, retiredAt, validFrom, validTo }: MemoryFact,
  { validAt, knownAt }: PointInTime,
): boolean {
  if (recordedAt > knownAt || validFrom > validAt) return false;
  const endIsKnown = retiredAt === undefined || retiredAt <= knownAt;
  return validTo === undefined || !endIsKnown || validAt < validTo;
}
