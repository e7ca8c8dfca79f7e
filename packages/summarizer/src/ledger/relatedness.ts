import type { LedgerItem } from '@everlong/core';

/** How much of the end of the visible text is read, in UTF-16 units. */
const NEWEST_LENGTH = 6_000;
/** Items seen in this many of the newest entries belong to the current topic. */
const NEWEST_ENTRIES = 6;

/**
 * How closely each item relates to the current topic, from 0 to 1: the share of the words of its
 * value and cue that occur at the end of the newest text or in an item seen last. Rare words weigh
 * more.
 */
export function createRelatedness(
  items: readonly LedgerItem[],
  newestText: string,
  lastSeq: number,
): (item: LedgerItem) => number {
  const words = new Map(items.map((item) => [item, itemWords(item)]));
  const active = wordsOf(newestText.slice(-NEWEST_LENGTH));
  const frequencies = new Map<string, number>();
  for (const [item, ofItem] of words) {
    for (const word of ofItem) {
      frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
      if (item.lastSeq > lastSeq - NEWEST_ENTRIES) active.add(word);
    }
  }
  const rarity = (word: string): number =>
    Math.log(1 + items.length / (1 + (frequencies.get(word) ?? 0)));

  return (item) => {
    let shared = 0;
    let all = 0;
    for (const word of words.get(item) ?? itemWords(item)) {
      const weight = rarity(word);
      all += weight;
      if (active.has(word)) shared += weight;
    }
    return all === 0 ? 0 : shared / all;
  };
}

function itemWords({ value, cue }: LedgerItem): Set<string> {
  const words = wordsOf(value);
  for (const word of cue.split(' ')) if (word !== '') words.add(word);
  return words;
}

/** Runs of three ASCII letters and more, lower-case, with names in camelCase split. */
function wordsOf(text: string): Set<string> {
  const spaced = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');
  return new Set(Array.from(spaced.matchAll(/[A-Za-z]{3,}/g), ([word]) => word.toLowerCase()));
}
