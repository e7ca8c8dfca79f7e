import type { LedgerItem, LedgerPlace, Speaker, ValueKind } from '@everlong/core';

import { normalizeValue } from './normalize-value.js';

/** The most words of a cue, the likeliest to stand beside the value again first. */
const CUE_WORDS = 6;
/** The first place and the newest ones. */
const MAX_PLACES = 3;
const speakers: readonly Speaker[] = ['user', 'assistant', 'tool'];

/** An item while entries are added to it. */
export interface Tally {
  item: LedgerItem;
  words: Map<string, number>;
  saidBy: Set<Speaker>;
  places: LedgerPlace[];
  /** The entry that it was last seen in, how often there, and the last one with it in words. */
  seenSeq: number;
  seenTimes: number;
  spokenSeq: number;
}

export type Tallies = Map<string, Tally>;

/** The tally of a carried item. */
export function carriedTally(item: LedgerItem): Tally {
  return {
    item: { ...item },
    words: cueWeights(item),
    saidBy: new Set(item.saidBy),
    places: [...(item.places ?? [])],
    seenSeq: -1,
    seenTimes: 0,
    spokenSeq: -1,
  };
}

/** The tally of a value, which begins with the first sight of it. */
export function tallyOf(tallies: Tallies, value: string, kind: ValueKind, seq: number): Tally {
  const known = tallies.get(value);
  if (known !== undefined) return known;
  const item = { value, kind, cue: '', firstSeq: seq, lastSeq: seq, occurrences: 0, spokenUses: 0 };
  const tally = carriedTally(item);
  tallies.set(value, tally);
  return tally;
}

/** Counts a sight of the value and who said it; whether it is the first one in the entry. */
export function countSight(
  tally: Tally,
  { speaker, spoken }: { speaker: Speaker; spoken: boolean },
  seq: number,
): boolean {
  const { item } = tally;
  const isFirst = tally.seenSeq !== seq;
  if (isFirst) {
    tally.seenSeq = seq;
    tally.seenTimes = 0;
    item.occurrences++;
    item.lastSeq = seq;
    tally.saidBy.add(speaker);
  }
  tally.seenTimes++;
  if (spoken && tally.spokenSeq !== seq) {
    tally.spokenSeq = seq;
    item.spokenUses++;
  }
  return isFirst;
}

export function addPlace({ places }: Tally, seq: number, start: number, end: number): void {
  places.push({ seq, start, end });
  if (places.length > MAX_PLACES) places.splice(1, 1);
}

export function addWords(tally: Tally, words: readonly string[], weight: number): void {
  for (const word of words) tally.words.set(word, (tally.words.get(word) ?? 0) + weight);
}

/** The item with everything that was counted. */
export function tallyItem({ item, words, saidBy, places }: Tally): LedgerItem {
  const normalized = normalizeValue(item.value, item.kind);
  return {
    ...item,
    ...(normalized === item.value ? {} : { normalized }),
    cue: bestWords(words),
    saidBy: speakers.filter((speaker) => saidBy.has(speaker)),
    places,
  };
}

/** What a carried cue is worth against new sightings: its first word was seen most often. */
function cueWeights({ cue, occurrences }: LedgerItem): Map<string, number> {
  const words = cue === '' ? [] : cue.split(' ');
  return new Map(words.map((word, index) => [word, Math.max(1, occurrences - index)]));
}

/** The words of the highest weights, of equals the first; picked, since most of many are not wanted. */
function bestWords(words: ReadonlyMap<string, number>): string {
  const names = [...words.keys()];
  if (names.length <= 1) return names[0] ?? '';
  const weights = [...words.values()];
  let best = '';
  for (let rank = 0; rank < CUE_WORDS && rank < names.length; rank++) {
    let top = 0;
    for (let index = 1; index < weights.length; index++) {
      if ((weights[index] ?? 0) > (weights[top] ?? 0)) top = index;
    }
    best += rank === 0 ? (names[top] ?? '') : ` ${names[top] ?? ''}`;
    weights[top] = -1;
  }
  return best;
}
