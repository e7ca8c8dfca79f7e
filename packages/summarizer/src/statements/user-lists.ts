import { type Entry, toolCallsOf } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

import { ruleListItems } from '../constraints/rule-list-items.js';
import { isActing } from '../actions/acting-calls.js';
import { authoredText } from '../reading/authored-text.js';
import { firstWords } from '../reading/quote.js';
import { spokenText, userText } from '../reading/spoken-text.js';
import { namesIn } from '../values/names-in.js';

/** The key of `snapshot.sections` for the items of the user's lists, as `toListLines` writes it. */
export const LISTS = 'Lists';

/** An item of a list that the user wants to be worked off. */
interface ListItem {
  /** The entry of the list. */
  seq: number;
  number: number;
  text: string;
  /** The entry that shows that it is done. */
  doneIn?: number;
}

/** The maximum number of items carried; those of the oldest lists are removed. */
const MAX_ITEMS = 150;
const MIN_ITEMS = 3;
const MAX_ITEM_LENGTH = 240;
/** Open items that are shown in any case: what is visible now may be cut to fit. */
const NEXT_ITEMS = 10;
const MAX_INPUT = 4_000;
const item = /^\s*(?:(\d{1,3})[.)]|[-*+•]|\[[ x]?\])\s+(\S.*)$/;
const lead =
  /\b(?:to-?do|tasks?|list|steps?|items?|plan|following|these|work (?:through|off|on)|in (?:this )?order|please|need|want|should)\b/i;

/**
 * Adds the lists of the user that are to be worked off, and marks the items that are done: a
 * successful act whose input holds the values of the item alone, or a reply such as "items 4 to 6
 * are done".
 */
export function updateLists(
  previous: readonly string[] = [],
  entries: readonly Entry[] = [],
): string[] {
  let items = fromListLines(previous);
  for (const entry of entries) {
    const { message, seq } = entry;
    if (message.role === 'user') {
      const found = listIn(userText(entry), seq);
      if (!items.some((own) => own.seq === seq)) items.push(...found);
    } else if (message.role === 'assistant' && items.some(isOpenItem)) {
      items = markDone(items, entry);
    }
  }
  return toListLines(bounded(items));
}

/** The items of the newest list in a text: numbered, or bullets behind words that ask for them. */
function listIn(text: string, seq: number): ListItem[] {
  const own = authoredText(text);
  const ruled = ruleListItems(own);
  const lists: { items: ListItem[]; lead: string }[] = [];
  let start = 0;
  let before = '';
  let open: { items: ListItem[]; lead: string } | undefined;
  for (const line of own.split('\n')) {
    const [, number, words = ''] = item.exec(line) ?? [];
    const isRule = ruled.some(([from, to]) => start >= from && start < to);
    if (words !== '' && !isRule) {
      if (open === undefined) lists.push((open = { items: [], lead: before }));
      const place = open.items.length + 1;
      const kept = firstWords(words.trim(), Infinity, MAX_ITEM_LENGTH);
      open.items.push({ seq, number: Number(number ?? place), text: kept });
    } else if (line.trim() !== '') {
      open = undefined;
      before = line;
    }
    start += line.length + 1;
  }
  const wanted = lists.filter(({ items, lead: words }) => {
    return items.length >= MIN_ITEMS && items.length <= MAX_ITEMS && lead.test(words);
  });
  return wanted.at(-1)?.items ?? [];
}

const doneItems =
  /\bitems? (\d{1,3})(?:(?:,? (?:to|through|and)|-|–) (?:item )?(\d{1,3}))? (?:is|are|was|were) (?:now |all )?(?:done|finished|complete)/gi;

function markDone(items: readonly ListItem[], entry: Entry): ListItem[] {
  const { message, seq } = entry;
  const acts = message.role === 'assistant' ? toolCallsOf(message).filter(isActing) : [];
  const input = acts.map((call) => jsonText(call.input).slice(0, MAX_INPUT)).join('\n');
  const numbers = new Set<number>();
  for (const [, from = '', to = from] of spokenText(entry).matchAll(doneItems)) {
    for (let number = Number(from); number <= Number(to); number++) numbers.add(number);
  }
  if (input === '' && numbers.size === 0) return [...items];
  const newest = items.at(-1)?.seq;
  return items.map((own) => {
    if (!isOpenItem(own)) return own;
    const isNamed = own.seq === newest && numbers.has(own.number);
    return isNamed || isInput(own, items, input) ? { ...own, doneIn: seq } : own;
  });
}

/** Whether an input holds all names of the item, one of them no other item's. */
function isInput(own: ListItem, items: readonly ListItem[], input: string): boolean {
  if (input === '') return false;
  const named = namesIn(own.text);
  if (named.length === 0 || !named.every((name) => input.includes(name))) return false;
  return named.some((name) => items.every((other) => other === own || !other.text.includes(name)));
}

function isOpenItem({ doneIn }: ListItem): boolean {
  return doneIn === undefined;
}

function bounded(items: readonly ListItem[]): ListItem[] {
  let kept = [...items];
  while (kept.length > MAX_ITEMS) {
    const oldest = kept[0]?.seq;
    kept = kept.filter(({ seq }) => seq !== oldest);
  }
  return kept;
}

function toListLines(items: readonly ListItem[]): string[] {
  return items.map(({ seq, number, doneIn, text }) => `${seq} ${number} ${doneIn ?? '-'} ${text}`);
}

function fromListLines(lines: readonly string[]): ListItem[] {
  return lines.flatMap((line): ListItem[] => {
    const [, seq, number, doneIn, text] = /^(\d+) (\d+) (\d+|-) (.*)$/s.exec(line) ?? [];
    if (text === undefined) return [];
    const done = doneIn === '-' ? {} : { doneIn: Number(doneIn) };
    return [{ seq: Number(seq), number: Number(number), text, ...done }];
  });
}

/**
 * The lines for readers: how far each list is done, then the next open items and
 * others that are not visible.
 */
export function listLines(lists: readonly string[], visibleText: string): string[] {
  const items = fromListLines(lists);
  return [...new Set(items.map(({ seq }) => seq))].flatMap((seq) => {
    const own = items.filter((one) => one.seq === seq);
    const open = own.filter(isOpenItem);
    const unseen = open.filter(
      ({ text }, place) => place < NEXT_ITEMS || !visibleText.includes(text),
    );
    const head = `List of the user (#${seq}), ${own.length} items: ${progressOf(own)}`;
    return [head, ...unseen.map(({ number, text }) => `${number}. ${text}`)];
  });
}

/** "items 1 to 3 and 7 are done (#40); open: 4 to 6". */
function progressOf(items: readonly ListItem[]): string {
  const done = items.filter((own) => !isOpenItem(own));
  const open = items.filter(isOpenItem).map(({ number }) => number);
  if (done.length === 0) return 'none is done so far';
  const numbers = rangesOf(done.map(({ number }) => number));
  const last = Math.max(...done.map(({ doneIn = 0 }) => doneIn));
  const verb = done.length === 1 ? `item ${numbers} is` : `items ${numbers} are`;
  return `${verb} done, last in #${last}${open.length === 0 ? '' : `; open: ${rangesOf(open)}`}`;
}

function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((left, right) => left - right)) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
}
