import type { Entry, LedgerItem } from '@everlong/core';

import { entrySegments, type Segment, segmentLead } from '../reading/entry-segments.js';
import { extractValues } from '../values/extract-values.js';
import { addFacts, boundedFacts, carriedFacts, type FactDraft, isFact } from './ledger-facts.js';
import { isPathLead } from '../reading/path-keys.js';
import type { ReadSegment } from './segment-values.js';
import { rankLedger, worthOf } from './rank-ledger.js';
import { redactEntries } from '../reading/redact-entries.js';
import { addReplacements, type Replacements, readReplacements } from './replaced-values.js';
import { cueWords, nameWords } from './value-cues.js';
import {
  addPlace,
  addWords,
  carriedTally,
  countSight,
  type Tallies,
  type Tally,
  tallyItem,
  tallyOf,
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
const CUED_SIGHTS = 3;
/** in the output of a tool one, in so many entries, and fewer words: it is no explanation. */
const CUED_ENTRIES = 6;
const OUTPUT_WORDS_A_SIDE = 5;
const MAX_PATH_LENGTH = 300;

interface Draft {
  tallies: Tallies;
  facts: FactDraft;
  replacements: Replacements;
  /** What was read, until it is known which values stay: only their cues are worth looking up. */
  sights: Sights[];
}

/** A segment's values and, for those whose surroundings are to be looked at, their tallies. */
interface Sights {
  segment: ReadSegment;
  tallies: (Tally | undefined)[];
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
    const tallies = isFact(item) ? draft.facts.tallies : draft.tallies;
    const known = tallies.get(item.value);
    const added = carriedTally(item);
    tallies.set(item.value, known === undefined ? added : joined(known.item, added.item));
  }
  for (const { value } of right.flatMap(({ replaced = [] }) => replaced)) {
    const old = draft.tallies.get(value);
    if (old !== undefined && !right.some((item) => item.value === value))
      draft.tallies.delete(value);
  }
  return finished(draft, Math.max(newestSeq(left), newestSeq(right)));
}

function joined(left: LedgerItem, right: LedgerItem): ReturnType<typeof carriedTally> {
  const [older, newer] = left.firstSeq <= right.firstSeq ? [left, right] : [right, left];
  const tally = carriedTally({
    ...older,
    ...newer,
    firstSeq: older.firstSeq,
    lastSeq: Math.max(left.lastSeq, right.lastSeq),
    occurrences: left.occurrences + right.occurrences,
    spokenUses: left.spokenUses + right.spokenUses,
    saidBy: [...(left.saidBy ?? []), ...(right.saidBy ?? [])],
    places: [...(older.places ?? []).slice(0, 1), ...(newer.places ?? []).slice(-2)],
  });
  for (const [word, weight] of carriedTally(older).words ?? []) addWords(tally, [word], weight);
  return tally;
}

function carriedDraft(ledger: readonly LedgerItem[]): Draft {
  const values = ledger.filter((item) => !isFact(item));
  return {
    tallies: new Map(values.map((item) => [item.value, carriedTally(item)])),
    facts: carriedFacts(ledger.filter(isFact)),
    replacements: readReplacements(ledger),
    sights: [],
  };
}

function finished({ tallies, facts, sights }: Draft, lastSeq: number): LedgerItem[] {
  const ranked = rankLedger(bestItems(tallies, lastSeq), lastSeq);
  const kept: Tally[] = [];
  let characters = 0;
  for (const { value } of ranked) {
    const tally = tallies.get(value);
    characters += value.length;
    if (kept.length === MAX_LEDGER_ITEMS || characters > MAX_LEDGER_CHARACTERS) break;
    if (tally !== undefined) kept.push(tally);
  }
  const stays = new Set(kept);
  for (const sight of sights) addCues(sight, stays);
  for (const { item } of kept) facts.tallies.delete(item.value);
  return [...kept.map(tallyItem), ...boundedFacts(facts.tallies)];
}

/** The items that can be among the highest ranks: most of many tallies need not be sorted. */
function bestItems(tallies: Tallies, now: number): LedgerItem[] {
  const items = Array.from(tallies.values(), ({ item }) => item);
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
  const segments: ReadSegment[] = [];
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
  addReplacements(draft.tallies, draft.replacements, segments, seq);
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

function addValues(draft: Draft, segment: ReadSegment, seq: number, file?: string): void {
  const { spoken, start: offset, values } = segment;
  if (values.length === 0) return;
  const { gone } = draft.replacements;
  const mayBeGone = !spoken && gone.size > 0;
  let isAnyCued = false;
  const tallies = values.map(({ value, kind, start, end }) => {
    if (mayBeGone && gone.has(value)) return undefined;
    const tally = tallyOf(draft.tallies, value, kind, seq);
    if (countSight(tally, segment, seq)) addPlace(tally, seq, offset + start, offset + end);
    const { item } = tally;
    if (file !== undefined && spoken && kind !== 'path' && kind !== 'url') item.of = file;
    const isCued = spoken
      ? tally.seenTimes <= CUED_SIGHTS
      : tally.seenTimes === 1 && item.occurrences <= CUED_ENTRIES;
    if (isCued) isAnyCued = true;
    return isCued ? tally : undefined;
  });
  if (isAnyCued) draft.sights.push({ segment, tallies });
}

function addCues({ segment, tallies }: Sights, stays: ReadonlySet<Tally>): void {
  const { text, values, spoken, lead } = segment;
  let isAnyKept = false;
  for (let index = 0; index < tallies.length; index++) {
    const tally = tallies[index];
    if (tally === undefined) continue;
    if (stays.has(tally)) isAnyKept = true;
    else tallies[index] = undefined;
  }
  if (!isAnyKept) return;
  const cues = cueWords(text, values, {
    wanted: tallies,
    ...(spoken ? {} : { wordsASide: OUTPUT_WORDS_A_SIDE }),
  });
  const names = lead === '' || text.includes('\n') ? [] : nameWords(lead);
  for (let index = 0; index < tallies.length; index++) {
    const tally = tallies[index];
    const near = cues[index];
    if (tally === undefined || near === undefined) continue;
    addWords(tally, near, spoken ? SPOKEN_WEIGHT : 1);
    if (near.length === 0) addWords(tally, names, NAME_WEIGHT);
  }
}
