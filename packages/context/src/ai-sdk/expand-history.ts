import type { Entry } from '@everlong/core';

import type { HistoryReader } from './history-reader.js';
import { linesAround } from './lines-around.js';
import { type PageOptions, pageLines } from './page-lines.js';
import { quoteQuery } from './quote-query.js';

/** The most entries that are shown by their numbers in one answer. */
export const MAX_ENTRIES = 10;

/** The most entries of a range that are read for one answer. */
const MAX_RANGE = 200;
/** The most entries that are looked through for a value. */
const MAX_VALUE_HITS = 20;

/** The lines of the log that hold an exact value, with those around them. */
export async function expandValue(
  reader: HistoryReader,
  { value, fromLine }: { value: string; fromLine: number },
  page: PageOptions,
): Promise<string> {
  const hits = await reader.search(value, MAX_VALUE_HITS);
  const entries = await reader.expand(hits.map(({ seq }) => seq));
  const shown = entries.flatMap((entry) => {
    const text = linesAround(reader.textOf(entry), value);
    return text === '' ? [] : [`${headingOf(entry)}\n${text}`];
  });
  if (shown.length === 0)
    return `No entry of this conversation contains ${quoteQuery(value)} as a whole value.`;
  return pageLines(shown.join('\n\n'), fromLine, page);
}

/** Entries by their numbers, each with its share of the room. */
export async function expandEntries(
  reader: HistoryReader,
  { seqs, fromLine }: { seqs: readonly number[]; fromLine: number },
  { maxTokens, count }: PageOptions,
): Promise<string> {
  const found = await reader.expand(seqs.slice(0, MAX_ENTRIES));
  if (found.length === 0) return `This conversation has no entry ${quoteQuery(seqs.join(', '))}.`;
  const share = { maxTokens: Math.floor(maxTokens / found.length), count };
  return found.map((entry) => entryPage(reader, entry, fromLine, share)).join('\n\n');
}

/** Whole entries of a range, as many as fit; of a first one that alone does not, what fits. */
export async function expandRange(
  reader: HistoryReader,
  { from, to, fromLine }: { from: number; to: number; fromLine: number },
  page: PageOptions,
): Promise<string> {
  const { maxTokens, count } = page;
  const last = Math.min(to, from + MAX_RANGE - 1);
  const seqs = Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index);
  const entries = await reader.expand(seqs);
  if (entries.length === 0) return `This conversation has no entries ${from} to ${to}.`;
  const parts: string[] = [];
  let left = maxTokens;
  for (const entry of entries) {
    const next = moreFrom(entry.seq);
    const text = entryPage(reader, entry, fromLine, { maxTokens: Infinity, count });
    const tokens = count(`${text}\n\n`);
    if (tokens <= left - count(next)) parts.push(text);
    else if (parts.length === 0) return entryPage(reader, entry, fromLine, page);
    else return [...parts, next].join('\n\n');
    left -= tokens;
  }
  return (to > last ? [...parts, moreFrom(last + 1)] : parts).join('\n\n');
}

function entryPage(
  reader: HistoryReader,
  entry: Entry,
  fromLine: number,
  { maxTokens, count }: PageOptions,
): string {
  const heading = headingOf(entry);
  const page = { maxTokens: maxTokens - count(heading), count };
  return `${heading}\n${pageLines(reader.textOf(entry), fromLine, page)}`;
}

function moreFrom(seq: number): string {
  return `[more from entry ${seq}]`;
}

function headingOf({ seq, message, createdAt }: Entry): string {
  return `entry ${seq} (${message.role}, ${createdAt}):`;
}
