import type { LedgerItem } from '@everlong/core';

/** The weight of a use by the assistant, or by the user alone, relative to an occurrence. */
const OWN_WEIGHT = 4;
const USER_WEIGHT = 1;
/** The exponent that makes each further use count less. */
const REPEATS = 0.7;
/** Files of installed packages are hardly ever named again by those who use them. */
const INSTALLED = /(?:^|\/)(?:node_modules|site-packages|vendor)\//;
const INSTALLED_WEIGHT = 0.1;
/** After this many entries without a use, an item counts half. */
const FADING = 100;

/**
 * Sorts items by their likelihood of use per character, the best first: uses in words count more
 * than occurrences in tool output, recent ones more than old ones, short values more than long
 * ones. Returns a new list.
 *
 * @param lastSeq the number of the newest entry, from which the age of an item is counted
 */
export function rankLedger(items: readonly LedgerItem[], lastSeq: number): LedgerItem[] {
  return items
    .map((item) => ({ item, worth: worthOf(item, lastSeq) }))
    .toSorted(byWorth)
    .map(({ item }) => item);
}

interface Weighed {
  item: LedgerItem;
  worth: number;
}

/** The order of ranks; of equal worths the newest comes first. */
export function byWorth(left: Weighed, right: Weighed): number {
  return (
    right.worth - left.worth ||
    right.item.lastSeq - left.item.lastSeq ||
    (left.item.value < right.item.value ? -1 : 1)
  );
}

/** The likelihood of use per character. */
export function worthOf(item: LedgerItem, now: number): number {
  return likelihood(item, now) / (item.value.length + 4);
}

/**
 * The likelihood of a further use, on a relative scale. The assistant repeats what it has written;
 * what only the user said is also quoted elsewhere.
 */
export function likelihood(
  { value, spokenUses, occurrences, lastSeq, saidBy }: LedgerItem,
  now: number,
): number {
  const age = Math.max(0, now - lastSeq);
  const isOwn = saidBy?.includes('assistant') ?? true;
  const uses = (isOwn ? OWN_WEIGHT : USER_WEIGHT) * spokenUses + occurrences;
  const weight = spokenUses === 0 && INSTALLED.test(value) ? INSTALLED_WEIGHT : 1;
  return (weight * (powers[uses] ?? uses ** REPEATS)) / (1 + age / FADING);
}

/** Precomputed, since powers would dominate the time to rank an item. */
const powers = Float64Array.from({ length: 256 }, (_, uses) => uses ** REPEATS);
