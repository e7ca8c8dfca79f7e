import type { CompactionRecord } from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';

import type { RangeNote } from '../memory/waiting-notes.js';
import type { RequestView } from '../request/request-view.js';
import { CLEARED_REASON } from './cover-log.js';

/** A note of what leaves the request without a summary has at most this size. */
const MAX_EXTRACT_TOKENS = 800;

/**
 * What memory keeps of a compaction, in the note of its day: the new snapshot, or an extract of
 * what is left out, and the entries that it is about. Says nothing that the notes of earlier
 * compactions said; `undefined` where nothing new is left out.
 */
export async function rangeNote(
  view: RequestView,
  record: CompactionRecord,
): Promise<RangeNote | undefined> {
  const { snapshot, createdAt: date, reason } = record;
  if (reason === CLEARED_REASON) return undefined;
  const { snapshot: before, compaction } = view.state;
  const { parts = snapshot === undefined ? [] : [snapshot.text] } = snapshot ?? {};
  // A snapshot next to others covers what is new; a single one covers everything.
  const isBeside = parts.length > 1 && before !== undefined;
  const isFirst = before === undefined && leftOut(compaction).length === 0;
  const isExtract = !isBeside && !isFirst && snapshot?.source === 'extractive';
  if (snapshot === undefined || isExtract) return extractNote(view, record);
  const written = withoutHeader(parts.at(-1) ?? '');
  const text = isBeside || before === undefined ? written : withoutLinesOf(before.text, written);
  const fromSeq = (before?.throughSeq ?? -1) + 1;
  const { throughSeq } = snapshot;
  if (text === '' || throughSeq < fromSeq) return undefined;
  return { fromSeq, throughSeq, date, text };
}

/** An extract of the entries that the compaction before did not leave out. */
async function extractNote(
  { state, config }: RequestView,
  record: CompactionRecord,
): Promise<RangeNote | undefined> {
  const [gone, goneBefore] = [leftOut(record), leftOut(state.compaction)];
  const isIn = (ranges: typeof gone, group: { from: number; to: number }): boolean =>
    ranges.some(({ from, to }) => from <= group.from && group.to <= to);
  const entries = state.groups
    .list()
    .filter((group) => isIn(gone, group) && !isIn(goneBefore, group))
    .flatMap((group) => group.entries);
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { text: count } = config.counter;
  const made = await createExtractiveSummarizer().summarize({
    entries,
    maxTokens: MAX_EXTRACT_TOKENS,
    count,
  });
  const text = withoutHeader(made.snapshot?.text ?? '');
  return text === ''
    ? undefined
    : { fromSeq: first.seq, throughSeq: last.seq, date: record.createdAt, text };
}

function leftOut(compaction?: CompactionRecord): CompactionRecord['ranges'] {
  const ranges = compaction?.ranges ?? [];
  return ranges.filter(
    ({ disposition }) => disposition === 'dropped' || disposition === 'summarized',
  );
}

/** Headers say to a model what the snapshot is. */
function withoutHeader(text: string): string {
  return text.replace(/^(?:\[[^\]]*\]\n*)+/, '').trim();
}

/** The lines that are new in a text, under their headings. */
function withoutLinesOf(before: string, text: string): string {
  const known = new Set(before.split('\n').map((line) => line.trim()));
  const sections = text.split(/^(?=## )/m).flatMap((section) => {
    const [heading = '', ...lines] = section.split('\n');
    const isHeading = heading.startsWith('## ');
    const fresh = (isHeading ? lines : [heading, ...lines]).filter(
      (line) => line.trim() !== '' && !known.has(line.trim()),
    );
    if (fresh.length === 0) return [];
    return [[...(isHeading ? [heading] : []), ...fresh].join('\n')];
  });
  return sections.join('\n\n');
}
