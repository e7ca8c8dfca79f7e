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
} from '../facts/ledger-facts.js';
import { isPathLead } from './is-path-lead.js';
import type { SegmentWithValues } from '../facts/segment-values.js';
import { byWorth, worthOf } from './rank-ledger.js';
import { redactEntries } from '../reading/redact-entries.js';
import { removedValues } from '../facts/removed-values.js';
import { addReplacements, type Replacements, readReplacements } from '../facts/replaced-values.js';
import { cueWords, nameWords } from '../facts/value-cues.js';
import {
  addPlace,
  addWords,
  countOccurrence,
  cueWeights,
  fromLedgerItem,
  ownItem,
  type StatisticsByValue,
  type ValueStatistics,
  toLedgerItem,
  statisticsOf,
} from '../facts/value-statistics.js';

/** The maximum number of values in a ledger; the lowest ranks are removed first. */
export const MAX_LEDGER_ITEMS = 1_000;
/** The maximum total length of the values, in UTF-16 units. */
const MAX_LEDGER_CHARACTERS = 50_000;

/** The weight of a word near a value that somebody used, relative to one in tool output. */
const SPOKEN_WEIGHT = 6;
/** The weight of the names of a tool and its input, which say little. */
const NAME_WEIGHT = 0.1;
/**
 * The number of occurrences per entry whose surroundings are read, in words of the user or the
 * assistant.
 */
const CUED_OCCURRENCES = 3;
/** Tool output explains little: one occurrence per entry, in this many entries, and fewer words. */
const CUED_ENTRIES = 6;
const OUTPUT_WORDS_A_SIDE = 5;
const MAX_PATH_LENGTH = 300;

interface Draft {
  statisticsByValue: StatisticsByValue;
  facts: FactDraft;
  replacements: Replacements;
  /** Occurrences whose cues are looked up once it is known which values stay. */
  occurrences: SegmentOccurrences[];
}

/** A segment and, by index of its values, the statistics of those that need cues. */
interface SegmentOccurrences {
  segment: SegmentWithValues;
  statisticsByValue: (ValueStatistics | undefined)[];
}

/**
 * Adds the exact values of entries to a ledger. Updates counts, `lastSeq` and cues, and removes
 * values that newer ones have replaced. Changes no argument. Secrets are redacted first.
 *
 * The result has values first, the best rank first: at most 1,000, with 50,000 UTF-16 units in all.
 * Then come settings, commands, errors, stack frames and names, each kind bounded and in the order
 * of last use.
 *
 * @param entries in order; an entry that is added twice is counted twice
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
 * Merges the ledgers of two ranges that share no entries: adds counts and joins first uses, last
 * uses and cues. The result has the order and the limits of `updateLedger`. Changes no argument.
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
  ownItem(statistics);
  for (const [word, weight] of cueWeights(older)) addWords(statistics, [word], weight);
  return statistics;
}

function carriedDraft(ledger: readonly LedgerItem[]): Draft {
  const values = ledger.filter((item) => !isFact(item));
  return {
    statisticsByValue: new Map(values.map((item) => [item.value, fromLedgerItem(item)])),
    facts: carriedFacts(ledger.filter(isFact)),
    replacements: readReplacements(ledger),
    occurrences: [],
  };
}

function finished({ statisticsByValue, facts, occurrences }: Draft, lastSeq: number): LedgerItem[] {
  const ranked = highestRanks([...statisticsByValue.values()], lastSeq);
  // Settings are values with a key and count against the same limit.
  const most = MAX_LEDGER_ITEMS - countSettings(facts);
  const kept: ValueStatistics[] = [];
  let characters = 0;
  for (const statistics of ranked) {
    characters += statistics.item.value.length;
    if (kept.length === most || characters > MAX_LEDGER_CHARACTERS) break;
    kept.push(statistics);
  }
  const stays = new Set(kept);
  for (const each of occurrences) addCues(each, stays);
  for (const { item } of kept) facts.statisticsByValue.delete(item.value);
  return [...kept.map(toLedgerItem), ...boundedFacts(facts.statisticsByValue)];
}

/** The values that a ledger has room for at most, the best first. */
function highestRanks(all: readonly ValueStatistics[], now: number): ValueStatistics[] {
  const worths = Float64Array.from(all, ({ item }) => worthOf(item, now));
  // The others need not be sorted.
  const least = worths.toSorted()[all.length - MAX_LEDGER_ITEMS] ?? 0;
  return all
    .map((statistics, index) => ({ statistics, item: statistics.item, worth: worths[index] ?? 0 }))
    .filter(({ worth }) => worth >= least)
    .toSorted(byWorth)
    .map(({ statistics }) => statistics);
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
    segments.push({ ...segment, start, values: extractValues(segment.text) });
  }
  const removed = removedValues(segments);
  for (const segment of segments) {
    const file = files.get(segment.callId ?? '');
    addValues(draft, segment, { seq, file, removed: removed.get(segment) });
  }
  addReplacements(draft.statisticsByValue, draft.replacements, segments, seq);
  addFacts(draft.facts, segments, seq);
}

/** The file that each call of an entry names in its input, by call id. */
function filesOfCalls(segments: readonly Segment[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const { callId, spoken, lead, text } of segments) {
    if (callId === undefined || !spoken || !isPathLead(lead)) continue;
    if (text.length <= MAX_PATH_LENGTH) files.set(callId, text);
  }
  return files;
}

interface InEntry {
  seq: number;
  /** The file of the segment's call. */
  file: string | undefined;
  /** Values that an edit removes, which do not hold any more. */
  removed: ReadonlySet<string> | undefined;
}

function addValues(
  draft: Draft,
  segment: SegmentWithValues,
  { seq, file, removed }: InEntry,
): void {
  const { spoken, start: offset, values } = segment;
  if (values.length === 0) return;
  const { gone } = draft.replacements;
  const mayBeGone = !spoken && gone.size > 0;
  let isAnyCued = false;
  const statisticsByValue = values.map(({ value, kind, start, end }) => {
    if ((mayBeGone && gone.has(value)) || removed?.has(value) === true) return undefined;
    const statistics = statisticsOf(draft.statisticsByValue, value, kind, seq);
    if (countOccurrence(statistics, segment, seq))
      addPlace(statistics, seq, offset + start, offset + end);
    const { item } = statistics;
    if (file !== undefined && spoken && kind !== 'path' && kind !== 'url') {
      Object.assign(item, { of: file, ofSeq: seq });
    }
    const isCued = spoken
      ? statistics.seenTimes <= CUED_OCCURRENCES
      : statistics.seenTimes === 1 && item.occurrences <= CUED_ENTRIES;
    if (isCued) isAnyCued = true;
    return isCued ? statistics : undefined;
  });
  if (isAnyCued) draft.occurrences.push({ segment, statisticsByValue });
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
