import type { LedgerItem } from '@everlong/core';

/** Of the text that stays, what is looked at: its end, in UTF-16 units. */
const NEWEST_LENGTH = 6_000;
/** Items seen in so many of the newest entries are part of what the work is about. */
const NEWEST_ENTRIES = 6;

/**
 * How much each item has to do with what the conversation is about now, from 0 to 1: of the words that
 * its value and its cue are made of, the share that stands in the end of the newest text or belongs
 * to an item that was seen last; a word that few items have counts more.
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

/** Runs of three ASCII letters and more, lower-case, names in camelCase taken apart. */
function wordsOf(text: string): Set<string> {
  const spaced = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');
  return new Set(Array.from(spaced.matchAll(/[A-Za-z]{3,}/g), ([word]) => word.toLowerCase()));
}
