import type { LedgerItem } from '@everlong/core';

/** How much of the end of the visible text is read, in UTF-16 units. */
const NEWEST_LENGTH = 6_000;
/** Items seen in this many of the newest entries belong to the current topic. */
const NEWEST_ENTRIES = 6;
const MIN_WORD = 3;

/** Words by number, so that those of many items are compared without comparing texts. */
type Vocabulary = Map<string, number>;

/**
 * How closely each item relates to the current topic, from 0 to 1: the share of the words of its
 * value and cue that occur at the end of the newest text or in an item seen last. Rare words weigh
 * more.
 */
export function relatednessOf(
  items: readonly LedgerItem[],
  newestText: string,
  lastSeq: number,
): number[] {
  const vocabulary: Vocabulary = new Map();
  const newest: number[] = [];
  addWords(newestText.slice(-NEWEST_LENGTH), vocabulary, newest);
  const words = items.map((item) => itemWords(item, vocabulary));
  const frequencies = new Uint32Array(vocabulary.size);
  const active = new Uint8Array(vocabulary.size);
  for (const word of newest) active[word] = 1;
  for (const [index, ofItem] of words.entries()) {
    const isNew = (items[index]?.lastSeq ?? 0) > lastSeq - NEWEST_ENTRIES;
    for (const word of ofItem) {
      frequencies[word] = (frequencies[word] ?? 0) + 1;
      if (isNew) active[word] = 1;
    }
  }
  const rarities = Float64Array.from(frequencies, (times) =>
    Math.log(1 + items.length / (1 + times)),
  );
  return words.map((ofItem) => {
    let shared = 0;
    let all = 0;
    for (const word of ofItem) {
      const weight = rarities[word] ?? 0;
      all += weight;
      if (active[word] === 1) shared += weight;
    }
    return all === 0 ? 0 : shared / all;
  });
}

/** Each word of the value and the cue once. */
function itemWords({ value, cue }: LedgerItem, vocabulary: Vocabulary): number[] {
  const words: number[] = [];
  addWords(value, vocabulary, words);
  if (cue !== '') for (const word of cue.split(' ')) addWord(word, vocabulary, words);
  return words;
}

/** Adds runs of three ASCII letters and more, lower-case, with names in camelCase split. */
function addWords(text: string, vocabulary: Vocabulary, words: number[]): void {
  let start = 0;
  let wasLower = false;
  for (let index = 0; index <= text.length; index++) {
    const code = text.charCodeAt(index);
    const isLower = code >= 97 && code <= 122;
    const isUpper = code >= 65 && code <= 90;
    if (!isLower && (!isUpper || wasLower)) {
      if (index - start >= MIN_WORD) {
        addWord(text.slice(start, index).toLowerCase(), vocabulary, words);
      }
      start = isUpper ? index : index + 1;
    }
    wasLower = isLower;
  }
}

function addWord(word: string, vocabulary: Vocabulary, words: number[]): void {
  if (word === '') return;
  let number = vocabulary.get(word);
  if (number === undefined) {
    number = vocabulary.size;
    vocabulary.set(word, number);
  }
  if (!words.includes(number)) words.push(number);
}
