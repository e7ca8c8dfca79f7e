import {
  type Entry,
  type LedgerItem,
  type Speaker,
  toolCallsOf,
  type ValueKind,
} from '@everlong/core';
import { commandOf, isAct, pathOf, toolKind, type ToolKinds } from '@everlong/core/internal';

import { entrySegments, type Segment } from '../reading/entry-segments.js';
import { redactEntries } from '../reading/redact-entries.js';
import { extractValues } from '../values/extract-values.js';
import type { ExtractedValue } from '../values/extracted-value.js';
import { isWorthKeeping } from './worth-keeping.js';

/** The maximum number of values, and of all their words together in UTF-16 units. */
const MAX_ITEMS = 600;
const MAX_CHARACTERS = 60_000;
/** How far the words around a value reach on its line. */
const WORDS_REACH = 70;
const ID_KINDS: ReadonlySet<ValueKind> = new Set(['url', 'email', 'uuid', 'hash', 'identifier']);

/**
 * Adds the exact values of entries that nothing brings back to a ledger: ids, addresses, amounts and
 * measurements that the user, the assistant or the result of an act said, each with the words on its
 * line. A value that stands in a file that was read or written is none. Of values with the same words
 * around them the newest stays. Changes no argument. Secrets are redacted first.
 *
 * The result has the best rank first, at most 600 values.
 *
 * @param entries in order; an entry that is added twice is counted twice
 */
export function updateLedger(
  ledger: readonly LedgerItem[],
  entries: readonly Entry[],
  kinds?: ToolKinds,
): LedgerItem[] {
  const items = new Map(ledger.map((item) => [item.value, { ...item }]));
  /** Calls whose texts come back when they are repeated, and calls whose results are said once. */
  const looking = new Set<string>();
  const telling = new Set<string>();
  const inFiles = new Set<string>();
  for (const entry of redactEntries(entries)) {
    for (const call of toolCallsOf(entry.message)) {
      if (isBroughtBack(call, kinds)) looking.add(call.toolCallId);
      if (toolKind(call, kinds) === 'other') telling.add(call.toolCallId);
    }
    for (const segment of entrySegments(entry)) {
      const found = extractValues(segment.text);
      if (segment.callId !== undefined && looking.has(segment.callId)) {
        for (const { value } of found) inFiles.add(value);
      } else if (segment.speaker !== 'tool') {
        addValues(items, segment, { found, seq: entry.seq });
      } else if (telling.has(segment.callId ?? '')) {
        addValues(items, segment, { found: found.filter(isId), seq: entry.seq });
      }
    }
  }
  for (const value of inFiles) {
    const item = items.get(value);
    // The words that it stood with in the file can be read again.
    if (item !== undefined && !(item.saidBy ?? []).includes('user')) items.delete(value);
  }
  return bounded(withoutReplaced([...items.values()]));
}

/**
 * Merges the ledgers of two ranges that share no entries: adds counts and joins first and last uses.
 * Changes no argument.
 */
export function mergeLedgers(
  left: readonly LedgerItem[],
  right: readonly LedgerItem[],
): LedgerItem[] {
  const items = new Map(left.map((item) => [item.value, item]));
  for (const item of right) {
    const known = items.get(item.value);
    const [older, newer] =
      known === undefined || known.firstSeq <= item.firstSeq ? [known, item] : [item, known];
    items.set(
      item.value,
      older === undefined
        ? newer
        : {
            ...older,
            ...newer,
            firstSeq: older.firstSeq,
            lastSeq: Math.max(older.lastSeq, newer.lastSeq),
            occurrences: older.occurrences + newer.occurrences,
            spokenUses: older.spokenUses + newer.spokenUses,
            saidBy: [...new Set([...(older.saidBy ?? []), ...(newer.saidBy ?? [])])],
          },
    );
  }
  return bounded(withoutReplaced([...items.values()]));
}

/** Whether the texts of a call stand in a file, or its result comes again when it is repeated. */
function isBroughtBack(call: { toolName: string; input: unknown }, kinds?: ToolKinds): boolean {
  const kind = toolKind(call, kinds);
  if (kind === 'change' || kind === 'plan' || kind === 'search') return true;
  const looks = pathOf(call.input) !== undefined || commandOf(call.input) !== undefined;
  return looks && !isAct(call, kinds);
}

/** What a tool alone says is kept if it names one thing: figures and dates stand with others. */
function isId({ kind }: ExtractedValue): boolean {
  return ID_KINDS.has(kind);
}

function addValues(
  items: Map<string, LedgerItem>,
  { text, speaker, spoken, lead }: Segment,
  { found, seq }: { found: readonly ExtractedValue[]; seq: number },
): void {
  for (const { value, kind, start, end } of found) {
    if (!isWorthKeeping(value, kind)) continue;
    const item = items.get(value) ?? newItem({ value, kind, seq });
    item.cue = wordsAround(text, start, end, lead);
    item.lastSeq = seq;
    item.occurrences++;
    if (spoken) item.spokenUses++;
    item.saidBy = withSpeaker(item.saidBy, speaker);
    items.set(value, item);
  }
}

function newItem({
  value,
  kind,
  seq,
}: Pick<ExtractedValue, 'value' | 'kind'> & { seq: number }): LedgerItem {
  return { value, kind, cue: '', firstSeq: seq, lastSeq: seq, occurrences: 0, spokenUses: 0 };
}

function withSpeaker(known: readonly Speaker[] = [], speaker: Speaker): Speaker[] {
  return known.includes(speaker) ? [...known] : [...known, speaker];
}

/** The words on the line of a value, itself included; of an input that is no more, its name. */
function wordsAround(text: string, start: number, end: number, lead: string): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const nextBreak = text.indexOf('\n', end);
  const lineEnd = nextBreak < 0 ? text.length : nextBreak;
  const first = text.slice(Math.max(lineStart, start - WORDS_REACH), start);
  const from =
    start - lineStart <= WORDS_REACH ? lineStart : start - first.length + first.search(/\s|$/);
  const last = text.slice(end, Math.min(lineEnd, end + WORDS_REACH));
  const to = lineEnd - end <= WORDS_REACH ? lineEnd : end + Math.max(0, last.search(/\s\S*$/));
  const words = text.slice(from, to).trim();
  return lead === '' || words.includes(' ') ? words : `${lead}: ${words}`;
}

/** Leaves out what a newer value with the same words around it has replaced. */
function withoutReplaced(items: readonly LedgerItem[]): LedgerItem[] {
  const newest = new Map<string, LedgerItem>();
  const frameOf = ({ value, cue }: LedgerItem): string => cue.replace(value, () => '…');
  for (const item of items) {
    const known = newest.get(frameOf(item));
    if (known === undefined || known.lastSeq < item.lastSeq) newest.set(frameOf(item), item);
  }
  return items.filter((item) => {
    const frame = frameOf(item);
    // A value without words around it says nothing of another one.
    return !/[\p{L}]{2}/u.test(frame) || newest.get(frame)?.lastSeq === item.lastSeq;
  });
}

function bounded(items: readonly LedgerItem[]): LedgerItem[] {
  let characters = 0;
  return rankLedger(items).filter((item, place) => {
    characters += item.value.length + item.cue.length;
    return place < MAX_ITEMS && characters <= MAX_CHARACTERS;
  });
}

/** The items, those most likely to be needed first: by uses, age and length. Changes no argument. */
export function rankLedger(ledger: readonly LedgerItem[]): LedgerItem[] {
  const now = ledger.reduce((last, { lastSeq }) => Math.max(last, lastSeq), 0);
  const worth = ({ spokenUses, occurrences, lastSeq, cue }: LedgerItem): number =>
    (4 * spokenUses + occurrences) ** 0.7 / (1 + (now - lastSeq) / 100) / (cue.length + 20);
  return ledger
    .map((item) => ({ item, worth: worth(item) }))
    .toSorted((one, other) => other.worth - one.worth || other.item.lastSeq - one.item.lastSeq)
    .map(({ item }) => item);
}
