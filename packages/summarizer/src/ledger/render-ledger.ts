import type { LedgerItem, ValueKind } from '@everlong/core';

import { extractValues } from '../values/extract-values.js';
import { type CueGroup, groupByCue } from './group-by-cue.js';
import { type FileGroup, groupByFile } from './group-by-file.js';
import { type RankedValue, rankValues } from './rank-values.js';

/** How much room the lines have, and what they need not say. */
export interface RenderLedgerOptions {
  /** The lines, joined by line breaks, take at most this many tokens by `count`. */
  maxTokens: number;
  /** Tokens of a text. */
  count(text: string): number;
  /** Values that this text contains need no line. */
  visibleText?: string;
  /** The end of this text shows the current topic, which ranks related values higher. */
  newestText?: string;
}

/** A ledger as lines of text. */
export interface RenderedLedger {
  lines: string[];
  /** The items that the lines show, in rank order. */
  shown: LedgerItem[];
  /** The number of values without room. Visible values are not counted. */
  left: number;
}

/** How often the number of values is adjusted to the room. */
const ATTEMPTS = 6;
/** Tokens per value for separators and its share of the cue. */
const OVERHEAD_TOKENS = 1;
/** Kinds of values that mean nothing without a name; addresses and paths explain themselves. */
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
 * Renders the values most likely to be used as lines `- cue words: value value #entry`, as many as
 * fit. `#entry` is the newest entry that contains a value of the line. Values of one file follow a
 * line with its name and entry. Values from tool output alone come last, below a line that says so;
 * of those, paths and names in code have cue words only where at least three share them.
 * Spaces separate values, since they cost no tokens. A number, port, version, date, hash or UUID
 * keeps the name that it was given under: `port=8080`. Numbers without a name that only tools put
 * out are left out.
 *
 * @param ledger in rank order, as `updateLedger` returns it; facts are ignored
 */
export function renderLedger(
  ledger: readonly LedgerItem[],
  { newestText = '', ...options }: RenderLedgerOptions,
): RenderedLedger {
  return renderValues(rankValues(ledger, { count: options.count, newestText }), options);
}

/** Renders ranked values as `renderLedger` does. */
export function renderValues(
  ranked: readonly RankedValue[],
  { maxTokens, count, visibleText = '' }: Omit<RenderLedgerOptions, 'newestText'>,
): RenderedLedger {
  const values = unseenValues(ranked, visibleText);
  const items = values.map(({ item }) => item);
  let size = estimateSize(values, maxTokens);
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

/** The values that a text does not contain. */
export function unseenValues(
  ranked: readonly RankedValue[],
  visibleText: string,
): readonly RankedValue[] {
  const visible = new Set(extractValues(visibleText).map(({ value }) => value));
  return visible.size === 0 ? ranked : ranked.filter(({ item }) => !visible.has(item.value));
}

/** How many values fit if none needs more than its own tokens. */
function estimateSize(values: readonly RankedValue[], maxTokens: number): number {
  let total = 0;
  for (const [index, { tokens }] of values.entries()) {
    total += tokens + OVERHEAD_TOKENS;
    if (total > maxTokens) return index;
  }
  return values.length;
}

function ledgerLines(items: readonly LedgerItem[]): string[] {
  const spoken = items.filter(({ spokenUses }) => spokenUses > 0);
  const toolOnly = items.filter(({ spokenUses }) => spokenUses === 0);
  const lines = groupByFile(spoken).flatMap((group) => fileLines(group));
  if (toolOnly.length === 0) return lines;
  const ofTools = groupByFile(toolOnly).flatMap((group) => fileLines(group, mayBeId));
  return [...lines, TOOL_ONLY, ...ofTools];
}

/**
 * Whether a value may be the number or id of something, which words have to tell. Paths and names
 * in code say what they are.
 */
function mayBeId({ kind, value }: LedgerItem): boolean {
  return kind !== 'path' && (kind !== 'identifier' || /\d/.test(value));
}

/** The lines of a group; those of a file share the number of its newest call that had them. */
function fileLines(
  { file, items }: FileGroup,
  needsWords?: (item: LedgerItem) => boolean,
): string[] {
  const groups = groupByCue(items, needsWords);
  if (file === undefined)
    return groups.map((group) => `${valueLine(group)} #${newest(group.items)}`);
  const seq = items.reduce((last, { ofSeq = -1 }) => Math.max(last, ofSeq), -1);
  const shown = `In ${file.split(/[/\\]/).at(-1)}${seq < 0 ? '' : ` #${seq}`}:`;
  return [shown, ...groups.map(valueLine)];
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

/** The name that a value was given under, unless its line shows it already. */
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
