import type { LedgerItem, LedgerPlace, Speaker, ValueKind } from '@everlong/core';

import { normalizeValue } from './normalize-value.js';

/** The maximum number of words in a cue, those most likely to occur near the value again first. */
const CUE_WORDS = 6;
/** The first place and the newest places. */
const MAX_PLACES = 3;
const speakers: readonly Speaker[] = ['user', 'assistant', 'tool'];

/** A value's statistics while entries are added. Small, since most are dropped again. */
export interface ValueStatistics {
  /** To be changed through `ownItem` only: it is the carried item as long as nothing changes. */
  item: LedgerItem;
  /** The item of the ledger that is updated, if it has the value. */
  carried: LedgerItem | undefined;
  /** The words near the value with their weights, once there are new ones. */
  words: Map<string, number> | undefined;
  /** One bit for each of `speakers`. */
  saidBy: number;
  places: LedgerPlace[];
  /**
   * The last entry with the value, its occurrences there, and the last entry in which somebody used
   * it.
   */
  seenSeq: number;
  seenTimes: number;
  spokenSeq: number;
}

export type StatisticsByValue = Map<string, ValueStatistics>;

/** The statistics of a carried item, which nearly always stays as it is. */
export function fromLedgerItem(item: LedgerItem): ValueStatistics {
  return { ...NOT_SEEN, item, carried: item, places: [] };
}

const NOT_SEEN = { words: undefined, saidBy: 0, seenSeq: -1, seenTimes: 0, spokenSeq: -1 };

/** The item, to be changed. */
export function ownItem(statistics: ValueStatistics): LedgerItem {
  const { carried } = statistics;
  if (carried === undefined || statistics.item !== carried) return statistics.item;
  for (const speaker of carried.saidBy ?? []) statistics.saidBy |= bitOf(speaker);
  statistics.places = [...(carried.places ?? [])];
  statistics.item = { ...carried };
  return statistics.item;
}

/** By their bits. */
const speakersOf = Array.from({ length: 1 << speakers.length }, (_, bits) =>
  speakers.filter((speaker) => (bits & bitOf(speaker)) !== 0),
);

function bitOf(speaker: Speaker): number {
  return 1 << speakers.indexOf(speaker);
}

/** The statistics of a value, created at its first occurrence. */
export function statisticsOf(
  statisticsByValue: StatisticsByValue,
  value: string,
  kind: ValueKind,
  seq: number,
): ValueStatistics {
  const known = statisticsByValue.get(value);
  if (known !== undefined) return known;
  const statistics = {
    ...NOT_SEEN,
    item: { value, kind, cue: '', firstSeq: seq, lastSeq: seq, occurrences: 0, spokenUses: 0 },
    carried: undefined,
    places: [],
  };
  statisticsByValue.set(value, statistics);
  return statistics;
}

/** Counts an occurrence and its speaker. Returns whether it is the first in the entry. */
export function countOccurrence(
  statistics: ValueStatistics,
  { speaker, spoken }: { speaker: Speaker; spoken: boolean },
  seq: number,
): boolean {
  const item = ownItem(statistics);
  const isFirst = statistics.seenSeq !== seq;
  if (isFirst) {
    statistics.seenSeq = seq;
    statistics.seenTimes = 0;
    item.occurrences++;
    item.lastSeq = seq;
    statistics.saidBy |= bitOf(speaker);
    item.saidBy = speakersOf[statistics.saidBy] ?? [];
  }
  statistics.seenTimes++;
  if (spoken && statistics.spokenSeq !== seq) {
    statistics.spokenSeq = seq;
    item.spokenUses++;
  }
  return isFirst;
}

export function addPlace(
  { places }: ValueStatistics,
  seq: number,
  start: number,
  end: number,
): void {
  places.push({ seq, start, end });
  if (places.length > MAX_PLACES) places.splice(1, 1);
}

export function addWords(
  statistics: ValueStatistics,
  near: readonly string[],
  weight: number,
): void {
  if (near.length === 0) return;
  const words = (statistics.words ??= cueWeights(statistics.carried));
  for (const word of near) words.set(word, (words.get(word) ?? 0) + weight);
}

/** The ledger item with the final counts; the carried one if nothing changed. */
export function toLedgerItem({
  item,
  carried,
  words,
  saidBy,
  places,
}: ValueStatistics): LedgerItem {
  if (item === carried) return carried;
  const normalized = normalizeValue(item.value, item.kind);
  return {
    ...item,
    ...(normalized === item.value ? {} : { normalized }),
    ...(words === undefined ? {} : { cue: bestWords(words) }),
    saidBy: [...(speakersOf[saidBy] ?? [])],
    places,
  };
}

/** The weights of a carried cue against new words: its first word occurred most often. */
export function cueWeights(item: LedgerItem | undefined): Map<string, number> {
  if (item === undefined || item.cue === '') return new Map();
  const { cue, occurrences } = item;
  return new Map(cue.split(' ').map((word, index) => [word, Math.max(1, occurrences - index)]));
}

/**
 * The words with the highest weights, of equals the first. Selects instead of sorting, since few
 * are needed.
 */
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
