import type { LedgerItem } from '@everlong/core';

/** What a use in words counts beside a sighting, by the assistant and by the user alone. */
const OWN_WEIGHT = 4;
const USER_WEIGHT = 1;
/** Each further use says less than the one before it. */
const REPEATS = 0.7;
/** After this many entries without a use, an item counts half. */
const FADING = 100;

/**
 * The items by how likely a use is that each character of a line pays for: uses in words count
 * more than sightings in output, recent ones more than old ones, short values more than long ones.
 */
export function rankLedger(items: readonly LedgerItem[], lastSeq: number): LedgerItem[] {
  return items
    .map((item) => ({ item, worth: worthOf(item, lastSeq) }))
    .toSorted(
      (left, right) =>
        right.worth - left.worth ||
        right.item.lastSeq - left.item.lastSeq ||
        (left.item.value < right.item.value ? -1 : 1),
    )
    .map(({ item }) => item);
}

/** How likely a use is for each character that it takes. */
export function worthOf(item: LedgerItem, now: number): number {
  return likelihood(item, now) / (item.value.length + 4);
}

/**
 * How likely a further use is, on a scale of its own. What the assistant has written itself it writes
 * again; what only the user said stands in quotes too.
 */
export function likelihood(
  { spokenUses, occurrences, lastSeq, saidBy }: LedgerItem,
  now: number,
): number {
  const age = Math.max(0, now - lastSeq);
  const isOwn = saidBy?.includes('assistant') ?? true;
  const uses = (isOwn ? OWN_WEIGHT : USER_WEIGHT) * spokenUses + occurrences;
  return (powers[uses] ?? uses ** REPEATS) / (1 + age / FADING);
}

/** Looked up, since powers take longer than all else that ranks an item. */
const powers = Float64Array.from({ length: 256 }, (_, uses) => uses ** REPEATS);
