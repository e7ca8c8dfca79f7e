import type { CompactionRecord } from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';

import type { RangeNote } from '../memory/session-memory.js';
import type { RequestView } from '../request/request-view.js';
import { CLEARED_REASON } from './cover-log.js';

/** A note of what a trim leaves out has at most this size. */
const MAX_TRIM_TOKENS = 800;

/**
 * What memory keeps of a compaction, in the note of its day: the new snapshot, or what a trim
 * leaves out in an extract, and the entries that it is about. `undefined` where nothing new is left
 * out.
 */
export async function rangeNote(
  view: RequestView,
  record: CompactionRecord,
): Promise<RangeNote | undefined> {
  const { snapshot, createdAt: date } = record;
  if (snapshot === undefined) return trimNote(view, record);
  const { parts = [snapshot.text], throughSeq } = snapshot;
  // One beside others is about what is new, one alone about all that there was.
  const before = view.state.snapshot;
  const isBeside = parts.length > 1 && before !== undefined;
  const fromSeq = isBeside ? before.throughSeq + 1 : 0;
  const text = withoutHeader(parts.at(-1) ?? '');
  if (text === '' || throughSeq < fromSeq) return undefined;
  return { fromSeq, throughSeq, date, text };
}

async function trimNote(
  { state, config }: RequestView,
  { ranges, reason, createdAt: date }: CompactionRecord,
): Promise<RangeNote | undefined> {
  if (reason === CLEARED_REASON) return undefined;
  const leftOut = (all: CompactionRecord['ranges'] = []): CompactionRecord['ranges'] =>
    all.filter(({ disposition }) => disposition === 'dropped' || disposition === 'summarized');
  const known = leftOut(state.compaction?.ranges).at(-1)?.to ?? -1;
  const fresh = leftOut(ranges).filter(({ to }) => to > known);
  const entries = state.groups
    .list()
    .filter((group) => group.from > known)
    .filter((group) => fresh.some(({ from, to }) => from <= group.from && group.to <= to))
    .flatMap((group) => group.entries);
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { text: count } = config.counter;
  const made = await createExtractiveSummarizer().summarize({
    entries,
    maxTokens: MAX_TRIM_TOKENS,
    count,
  });
  const text = withoutHeader(made.snapshot?.text ?? '');
  return text === '' ? undefined : { fromSeq: first.seq, throughSeq: last.seq, date, text };
}

/** A header says to a model what the snapshot is. */
function withoutHeader(text: string): string {
  return text.replace(/^\[[^\]]*\]\n*/, '').trim();
}
