import type { Entry, LedgerItem, ValueKind } from '@everlong/core';

import { entrySegments } from './entry-segments.js';
import { extractValues } from './extract-values.js';
import { cueWords, nameWords } from './value-cues.js';

/** The most items that a ledger carries from snapshot to snapshot; the lowest ranks leave first. */
export const MAX_LEDGER_ITEMS = 1_000;
/** The most words of a cue, the likeliest to stand beside the value again first. */
const CUE_WORDS = 6;

/** Each further use says less than the one before it. */
const REPEATS = 0.7;
/** After this many entries without a use, an item counts half. */
const FADING = 100;
/** A word beside a use in words says more than one beside a sighting in output. */
const SPOKEN_WEIGHT = 6;
/** The name of a tool and its input says little, but more than nothing. */
const NAME_WEIGHT = 0.1;

interface Tally {
  item: LedgerItem;
  words: Map<string, number>;
}

/**
 * The ledger with the exact values of the entries added: counts grow, `lastSeq` moves, cues take in
 * the words that stood near. Neither argument is changed. The result is in rank order, best first,
 * and holds at most `MAX_LEDGER_ITEMS` items. Entries must not have been added before.
 */
export function updateLedger(
  ledger: readonly LedgerItem[],
  entries: readonly Entry[],
): LedgerItem[] {
  const tallies = new Map<string, Tally>();
  for (const item of ledger)
    tallies.set(item.value, { item: { ...item }, words: cueWeights(item) });
  for (const entry of entries) addEntry(tallies, entry);
  const lastSeq =
    entries.at(-1)?.seq ?? ledger.reduce((last, item) => Math.max(last, item.lastSeq), 0);
  const items = [...tallies.values()].map(({ item, words }) => ({
    ...item,
    cue: bestWords(words),
  }));
  return rankLedger(items, lastSeq).slice(0, MAX_LEDGER_ITEMS);
}

function addEntry(tallies: Map<string, Tally>, entry: Entry): void {
  const { seq } = entry;
  const spokenHere = new Set<string>();
  for (const { text, spoken, lead } of entrySegments(entry)) {
    const values = extractValues(text);
    const cues = cueWords(text, values);
    const names = text.includes('\n') ? [] : nameWords(lead);
    for (const [index, { value, kind }] of values.entries()) {
      const tally = tallyOf(tallies, value, kind, seq);
      const { item, words } = tally;
      if (item.occurrences === 0 || item.lastSeq !== seq) item.occurrences++;
      item.lastSeq = seq;
      if (spoken && !spokenHere.has(value)) {
        spokenHere.add(value);
        item.spokenUses++;
      }
      const near = cues[index] ?? [];
      addWeight(words, near, spoken ? SPOKEN_WEIGHT : 1);
      if (near.length === 0) addWeight(words, names, NAME_WEIGHT);
    }
  }
}

function addWeight(words: Map<string, number>, near: readonly string[], weight: number): void {
  for (const word of near) words.set(word, (words.get(word) ?? 0) + weight);
}

function tallyOf(tallies: Map<string, Tally>, value: string, kind: ValueKind, seq: number): Tally {
  const known = tallies.get(value);
  if (known !== undefined) return known;
  const item = { value, kind, cue: '', firstSeq: seq, lastSeq: seq, occurrences: 0, spokenUses: 0 };
  const tally = { item, words: new Map<string, number>() };
  tallies.set(value, tally);
  return tally;
}

/** What a carried cue is worth against new sightings: its first word was seen most often. */
function cueWeights({ cue, occurrences }: LedgerItem): Map<string, number> {
  const words = cue === '' ? [] : cue.split(' ');
  return new Map(words.map((word, index) => [word, Math.max(1, occurrences - index)]));
}

function bestWords(words: Map<string, number>): string {
  return [...words]
    .toSorted((left, right) => right[1] - left[1])
    .slice(0, CUE_WORDS)
    .map(([word]) => word)
    .join(' ');
}

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

function worthOf(item: LedgerItem, now: number): number {
  return likelihood(item, now) / (item.value.length + 4);
}

/** How likely a further use is, on a scale of its own. */
export function likelihood({ spokenUses, occurrences, lastSeq }: LedgerItem, now: number): number {
  const age = Math.max(0, now - lastSeq);
  return (4 * spokenUses + occurrences) ** REPEATS / (1 + age / FADING);
}
