import type { LedgerItem, ValueKind } from '@everlong/core';

import { extractValues } from '../values/extract-values.js';
import { isFact } from './ledger-facts.js';
import { likelihood } from './rank-ledger.js';
import { createRelatedness } from './relatedness.js';
import { type CueGroup, groupByCue } from './group-by-cue.js';
import { type FileGroup, groupByFile } from './group-by-file.js';

export interface RenderLedgerOptions {
  /** The lines, joined by line breaks, take at most this many tokens by `count`. */
  maxTokens: number;
  count(text: string): number;
  /** Values that stand in this text need no line. */
  visibleText?: string;
  /** The end of this text tells what the conversation is about now. */
  newestText?: string;
}

export interface RenderedLedger {
  lines: string[];
  /** The items that the lines show, in rank order. */
  shown: LedgerItem[];
  /** How many values found no room; those that are visible anyway are not counted. */
  left: number;
}

/** How often the number of values is corrected to what fits. */
const ATTEMPTS = 6;
/** Tokens of the sign and the share of the cue that come with each value. */
const OVERHEAD_TOKENS = 1;
/** By so much an item is likelier to be used when all its words are about what goes on now. */
const RELATED_GAIN = 1;
/** Kinds of values that say nothing without a name; an address or a path says what it is. */
const needsName: ReadonlySet<ValueKind> = new Set([
  'number',
  'port',
  'version',
  'date',
  'hash',
  'uuid',
]);
const TOOL_ONLY = 'Seen only in tool output:';

/**
 * The likeliest values as lines `- cue words: value value #entry`, as many as fit; `#entry` is the
 * newest entry that a value of the line stands in. Values of one file stand below a line that names
 * it and the entry. What the user or the assistant used comes first; below a line that says so
 * follows what only tools put out. Values are parted by spaces alone, which cost no tokens. The
 * ledger must be in rank order.
 */
export function renderLedger(
  ledger: readonly LedgerItem[],
  { maxTokens, count, visibleText = '', newestText = '' }: RenderLedgerOptions,
): RenderedLedger {
  const visible = new Set(extractValues(visibleText).map(({ value }) => value));
  const now = ledger.reduce((last, { lastSeq }) => Math.max(last, lastSeq), 0);
  const values = ledger.filter((item) => !isFact(item));
  const relatedness = createRelatedness(values, newestText, now);
  const worthOf = (item: LedgerItem): number =>
    (likelihood(item, now) * (1 + RELATED_GAIN * relatedness(item))) / (count(item.value) + 1.2);
  const items = values
    .filter(({ value }) => !visible.has(value))
    .map((item) => ({ item, worth: worthOf(item) }))
    .toSorted((left, right) => right.worth - left.worth)
    .map(({ item }) => item);
  let size = estimateSize(items, maxTokens, count);
  let rendered: RenderedLedger = { lines: [], shown: [], left: items.length };
  for (let attempt = 0; attempt < ATTEMPTS && size > 0; attempt++) {
    const shown = items.slice(0, size);
    const lines = ledgerLines(shown);
    const tokens = count(lines.join('\n'));
    if (tokens <= maxTokens) {
      if (shown.length > rendered.shown.length) {
        rendered = { lines, shown, left: items.length - size };
      }
      if (size === items.length || tokens > maxTokens * 0.97) break;
      size = Math.min(items.length, Math.max(size + 1, Math.floor((size * maxTokens) / tokens)));
    } else {
      size = Math.min(size - 1, Math.floor((size * maxTokens * 0.99) / tokens));
    }
    if (size <= rendered.shown.length) break;
  }
  return rendered;
}

function estimateSize(
  items: readonly LedgerItem[],
  maxTokens: number,
  count: (text: string) => number,
): number {
  let tokens = 0;
  for (const [index, { value }] of items.entries()) {
    tokens += count(value) + OVERHEAD_TOKENS;
    if (tokens > maxTokens) return index;
  }
  return items.length;
}

function ledgerLines(items: readonly LedgerItem[]): string[] {
  const spoken = items.filter(({ spokenUses }) => spokenUses > 0);
  const toolOnly = items.filter(({ spokenUses }) => spokenUses === 0);
  const lines = groupByFile(spoken).flatMap(fileLines);
  return toolOnly.length === 0
    ? lines
    : [...lines, TOOL_ONLY, ...groupByFile(toolOnly).flatMap(fileLines)];
}

/** Lines of a file say once which entries they are from. */
function fileLines({ file, items }: FileGroup): string[] {
  const groups = groupByCue(items);
  if (file === undefined)
    return groups.map((group) => `${valueLine(group)} #${newest(group.items)}`);
  return [`In ${file.split(/[/\\]/).at(-1)} #${newest(items)}:`, ...groups.map(valueLine)];
}

function valueLine({ words, items }: CueGroup): string {
  const nameOf = (item: LedgerItem): string | undefined => shownName(item, words, items.length);
  const names = new Set(items.map(nameOf));
  const lead = words.filter((word) => !names.has(word));
  const values = items.map((item) => {
    const name = nameOf(item);
    return name === undefined ? item.value : `${name}=${item.value}`;
  });
  return `- ${lead.length === 0 ? '' : `${lead.join(' ')}: `}${values.join(' ')}`;
}

/** The name that a value was given under, unless its line says it anyway. */
function shownName(
  { value, kind, name }: LedgerItem,
  words: readonly string[],
  valuesInLine: number,
): string | undefined {
  if (name === undefined || !needsName.has(kind) || name.includes('.')) return undefined;
  const isSaid = value.startsWith(name) || (valuesInLine === 1 && words.includes(name));
  return isSaid ? undefined : name;
}

function newest(items: readonly LedgerItem[]): number {
  return items.reduce((last, { lastSeq }) => Math.max(last, lastSeq), 0);
}
