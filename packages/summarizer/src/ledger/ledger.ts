import type { Entry, LedgerItem } from '@everlong/core';

import { entrySegments, type Segment, segmentLead } from '../reading/entry-segments.js';
import { extractValues } from '../values/extract-values.js';
import {
  addFacts,
  boundedFacts,
  carriedFacts,
  countSettings,
  type FactDraft,
  isFact,
} from './ledger-facts.js';
import { isPathLead } from '../reading/path-keys.js';
import type { SegmentWithValues } from './segment-values.js';
import { rankLedger, worthOf } from './rank-ledger.js';
import { redactEntries } from '../reading/redact-entries.js';
import { addReplacements, type Replacements, readReplacements } from './replaced-values.js';
import { cueWords, nameWords } from './value-cues.js';
import {
  addPlace,
  addWords,
  fromLedgerItem,
  countOccurrence,
  type StatisticsByValue,
  type ValueStatistics,
  toLedgerItem,
  statisticsOf,
} from './value-statistics.js';

/** The most values that a ledger carries from snapshot to snapshot; the lowest ranks leave first. */
export const MAX_LEDGER_ITEMS = 1_000;
/** The most characters of all their values together. */
const MAX_LEDGER_CHARACTERS = 50_000;

/** A word beside a use in words says more than one beside a sighting in output. */
const SPOKEN_WEIGHT = 6;
/** The name of a tool and its input says little, but more than nothing. */
const NAME_WEIGHT = 0.1;
/** In what somebody says, so many sights of a value in one entry are looked at for words near it; */
const CUED_OCCURRENCES = 3;
/** in the output of a tool one, in so many entries, and fewer words: it is no explanation. */
const CUED_ENTRIES = 6;
const OUTPUT_WORDS_A_SIDE = 5;
const MAX_PATH_LENGTH = 300;

interface Draft {
  statisticsByValue: StatisticsByValue;
  facts: FactDraft;
  replacements: Replacements;
  /** What was read, until it is known which values stay: only their cues are worth looking up. */
  sights: SegmentOccurrences[];
}

/** A segment's values and, for those whose surroundings are to be looked at, their statisticsByValue. */
interface SegmentOccurrences {
  segment: SegmentWithValues;
  statisticsByValue: (ValueStatistics | undefined)[];
}

/**
 * The ledger with the exact values of the entries added: counts grow, `lastSeq` moves, cues take in
 * the words that stood near, values that another one has replaced leave. Neither argument is
 * changed. The values come first, in rank order, best first, at most `MAX_LEDGER_ITEMS` of them
 * and 50,000 characters; then commands, errors, stack frames and names, each kind in the order of
 * its last use and at most `MAX_FACTS` of it. Entries must not have been added before.
 */
export function updateLedger(
  ledger: readonly LedgerItem[],
  entries: readonly Entry[],
): LedgerItem[] {
  const draft = carriedDraft(ledger);
  const clean = redactEntries(entries);
  for (const entry of clean) addEntry(draft, entry);
  const lastSeq = entries.at(-1)?.seq ?? newestSeq(ledger);
  return finished(draft, lastSeq);
}

/**
 * One ledger of two that cover different entries, as if both had been one from the start: counts
 * are added, first and last uses and cues joined. Bounded as `updateLedger` bounds.
 */
export function mergeLedgers(
  left: readonly LedgerItem[],
  right: readonly LedgerItem[],
): LedgerItem[] {
  const draft = carriedDraft(left);
  for (const item of right) {
    const statisticsByValue = isFact(item)
      ? draft.facts.statisticsByValue
      : draft.statisticsByValue;
    const known = statisticsByValue.get(item.value);
    const added = fromLedgerItem(item);
    statisticsByValue.set(item.value, known === undefined ? added : joined(known.item, added.item));
  }
  for (const { value } of right.flatMap(({ replaced = [] }) => replaced)) {
    const old = draft.statisticsByValue.get(value);
    if (old !== undefined && !right.some((item) => item.value === value))
      draft.statisticsByValue.delete(value);
  }
  return finished(draft, Math.max(newestSeq(left), newestSeq(right)));
}

function joined(left: LedgerItem, right: LedgerItem): ReturnType<typeof fromLedgerItem> {
  const [older, newer] = left.firstSeq <= right.firstSeq ? [left, right] : [right, left];
  const statistics = fromLedgerItem({
    ...older,
    ...newer,
    firstSeq: older.firstSeq,
    lastSeq: Math.max(left.lastSeq, right.lastSeq),
    occurrences: left.occurrences + right.occurrences,
    spokenUses: left.spokenUses + right.spokenUses,
    saidBy: [...(left.saidBy ?? []), ...(right.saidBy ?? [])],
    places: [...(older.places ?? []).slice(0, 1), ...(newer.places ?? []).slice(-2)],
  });
  for (const [word, weight] of fromLedgerItem(older).words ?? [])
    addWords(statistics, [word], weight);
  return statistics;
}

function carriedDraft(ledger: readonly LedgerItem[]): Draft {
  const values = ledger.filter((item) => !isFact(item));
  return {
    statisticsByValue: new Map(values.map((item) => [item.value, fromLedgerItem(item)])),
    facts: carriedFacts(ledger.filter(isFact)),
    replacements: readReplacements(ledger),
    sights: [],
  };
}

function finished({ statisticsByValue, facts, sights }: Draft, lastSeq: number): LedgerItem[] {
  const ranked = rankLedger(bestItems(statisticsByValue, lastSeq), lastSeq);
  // Settings are values under their keys, and share the room of the values.
  const most = MAX_LEDGER_ITEMS - countSettings(facts);
  const kept: ValueStatistics[] = [];
  let characters = 0;
  for (const { value } of ranked) {
    const statistics = statisticsByValue.get(value);
    characters += value.length;
    if (kept.length === most || characters > MAX_LEDGER_CHARACTERS) break;
    if (statistics !== undefined) kept.push(statistics);
  }
  const stays = new Set(kept);
  for (const sight of sights) addCues(sight, stays);
  for (const { item } of kept) facts.statisticsByValue.delete(item.value);
  return [...kept.map(toLedgerItem), ...boundedFacts(facts.statisticsByValue)];
}

/** The items that can be among the highest ranks: most of many statisticsByValue need not be sorted. */
function bestItems(statisticsByValue: StatisticsByValue, now: number): LedgerItem[] {
  const items = Array.from(statisticsByValue.values(), ({ item }) => item);
  if (items.length <= MAX_LEDGER_ITEMS) return items;
  const worths = Float64Array.from(items, (item) => worthOf(item, now));
  const least = worths.toSorted()[items.length - MAX_LEDGER_ITEMS] ?? 0;
  return items.filter((_, index) => (worths[index] ?? 0) >= least);
}

function newestSeq(ledger: readonly LedgerItem[]): number {
  return ledger.reduce((last, item) => Math.max(last, item.lastSeq), 0);
}

function addEntry(draft: Draft, entry: Entry): void {
  const { seq } = entry;
  const segments: SegmentWithValues[] = [];
  let offset = 0;
  const found = entrySegments(entry);
  const files = filesOfCalls(found);
  for (const segment of found) {
    const start = offset + segmentLead(segment.lead).length;
    offset = start + segment.text.length + 1;
    const read = { ...segment, start, values: extractValues(segment.text) };
    segments.push(read);
    addValues(draft, read, seq, files.get(segment.callId ?? ''));
  }
  addReplacements(draft.statisticsByValue, draft.replacements, segments, seq);
  addFacts(draft.facts, segments, seq);
}

/** The file that each call of an entry is about, as its input names it. */
function filesOfCalls(segments: readonly Segment[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const { callId, spoken, lead, text } of segments) {
    if (callId === undefined || !spoken || !isPathLead(lead)) continue;
    if (text.length <= MAX_PATH_LENGTH) files.set(callId, text);
  }
  return files;
}

function addValues(draft: Draft, segment: SegmentWithValues, seq: number, file?: string): void {
  const { spoken, start: offset, values } = segment;
  if (values.length === 0) return;
  const { gone } = draft.replacements;
  const mayBeGone = !spoken && gone.size > 0;
  let isAnyCued = false;
  const statisticsByValue = values.map(({ value, kind, start, end }) => {
    if (mayBeGone && gone.has(value)) return undefined;
    const statistics = statisticsOf(draft.statisticsByValue, value, kind, seq);
    if (countOccurrence(statistics, segment, seq))
      addPlace(statistics, seq, offset + start, offset + end);
    const { item } = statistics;
    if (file !== undefined && spoken && kind !== 'path' && kind !== 'url') item.of = file;
    const isCued = spoken
      ? statistics.seenTimes <= CUED_OCCURRENCES
      : statistics.seenTimes === 1 && item.occurrences <= CUED_ENTRIES;
    if (isCued) isAnyCued = true;
    return isCued ? statistics : undefined;
  });
  if (isAnyCued) draft.sights.push({ segment, statisticsByValue });
}

function addCues(
  { segment, statisticsByValue }: SegmentOccurrences,
  stays: ReadonlySet<ValueStatistics>,
): void {
  const { text, values, spoken, lead } = segment;
  let isAnyKept = false;
  for (let index = 0; index < statisticsByValue.length; index++) {
    const statistics = statisticsByValue[index];
    if (statistics === undefined) continue;
    if (stays.has(statistics)) isAnyKept = true;
    else statisticsByValue[index] = undefined;
  }
  if (!isAnyKept) return;
  const cues = cueWords(text, values, {
    wanted: statisticsByValue,
    ...(spoken ? {} : { wordsASide: OUTPUT_WORDS_A_SIDE }),
  });
  const names = lead === '' || text.includes('\n') ? [] : nameWords(lead);
  for (let index = 0; index < statisticsByValue.length; index++) {
    const statistics = statisticsByValue[index];
    const near = cues[index];
    if (statistics === undefined || near === undefined) continue;
    addWords(statistics, near, spoken ? SPOKEN_WEIGHT : 1);
    if (near.length === 0) addWords(statistics, names, NAME_WEIGHT);
  }
}
