import type { LedgerItem } from '@everlong/core';

/** Values that occurred near the same words and share a line. */
export interface CueGroup {
  /** One to three words; empty if there were none near the values. */
  words: string[];
  /** Never empty; in the order given. */
  items: LedgerItem[];
}

/** The maximum length of a line in characters: a word explains only values near it. */
const LINE_LENGTH = 150;
const HEAD_WORDS = 2;
/** For a single value, which shares its words with no other. */
const HEAD_WORDS_ALONE = 2;
/** The weight of each word of a cue relative to the one before it. */
const DECAY = 0.8;
/** The minimum share of the group that a further head word must describe. */
const SHARED = 0.3;
/** For fewer values words take more room than they are worth, where no value needs them. */
const FEW_VALUES = 3;

/**
 * Groups values so that few words describe many of them: greedily, the word that is a cue of the
 * most values gets as many of them as fit a line. Few values that share their words go without
 * them, unless one needs them.
 */
export function groupByCue(
  items: readonly LedgerItem[],
  needsWords: (item: LedgerItem) => boolean = () => true,
): CueGroup[] {
  const cues = new Map(items.map((item) => [item, item.cue === '' ? [] : item.cue.split(' ')]));
  const words = new Map<string, CueWord>();
  for (const [item, ofItem] of cues) {
    for (const [index, word] of ofItem.entries()) {
      const known = words.get(word) ?? { place: words.size, weights: new Map() };
      known.weights.set(item, DECAY ** index);
      words.set(word, known);
    }
  }
  const names = [...words.keys()];
  const scores = Float64Array.from(words.values(), ({ weights }) => sum(weights.values()));
  const groups: CueGroup[] = [];
  for (let word = names[best(scores)]; word !== undefined; word = names[best(scores)]) {
    const group = fillLine(word.length, words.get(word)?.weights.keys() ?? []);
    groups.push({ words: headWords(word, group, cues), items: group });
    for (const item of group) {
      for (const cue of cues.get(item) ?? []) removeItem(item, words.get(cue), scores);
    }
  }
  const shared = groups.filter(
    (group) => group.items.length >= FEW_VALUES || group.items.some(needsWords),
  );
  const described = new Set(shared.flatMap((group) => group.items));
  let rest = items.filter((item) => !described.has(item));
  while (rest.length > 0) {
    const group = fillLine(0, rest);
    shared.push({ words: [], items: group });
    const taken = new Set(group);
    rest = rest.filter((item) => !taken.has(item));
  }
  return shared;
}

function fillLine(headLength: number, items: Iterable<LedgerItem>): LedgerItem[] {
  const line: LedgerItem[] = [];
  let length = headLength + 4;
  for (const item of items) {
    const next = length + item.value.length + 1;
    if (line.length > 0 && next > LINE_LENGTH) continue;
    line.push(item);
    length = next;
  }
  return line;
}

/** A word of cues: its place among all words, and its weights in the items that have it. */
interface CueWord {
  place: number;
  weights: Map<LedgerItem, number>;
}

/** Takes an item from a word; a word without items is out of the choice. */
function removeItem(item: LedgerItem, word: CueWord | undefined, scores: Float64Array): void {
  if (word === undefined) return;
  const { place, weights } = word;
  scores[place] = (scores[place] ?? 0) - (weights.get(item) ?? 0);
  weights.delete(item);
  if (weights.size === 0) scores[place] = -Infinity;
}

function headWords(
  first: string,
  items: readonly LedgerItem[],
  cues: ReadonlyMap<LedgerItem, string[]>,
): string[] {
  const sums = new Map<string, number>();
  for (const item of items) {
    for (const [index, word] of (cues.get(item) ?? []).entries()) {
      sums.set(word, (sums.get(word) ?? 0) + DECAY ** index);
    }
  }
  sums.delete(first);
  const names = [...sums.keys()];
  const scores = [...sums.values()];
  const words = [first];
  const most = items.length === 1 ? HEAD_WORDS_ALONE : HEAD_WORDS;
  while (words.length < most) {
    const place = best(scores);
    const next = names[place];
    if (next === undefined || (scores[place] ?? 0) < SHARED * items.length) break;
    words.push(next);
    scores[place] = -Infinity;
  }
  return words;
}

/** The place of the highest score, of equals the first, so that the result is stable; or -1. */
function best(scores: ArrayLike<number>): number {
  let bestPlace = -1;
  let bestScore = -Infinity;
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] ?? -Infinity;
    if (score > bestScore + 1e-9) {
      bestPlace = place;
      bestScore = score;
    }
  }
  return bestPlace;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
