import type { CompactionRecord } from '@everlong/core';

import type { RangeNote } from '../memory/session-memory.js';
import type { SessionState } from '../state/session-state.js';

/**
 * What memory keeps of a compaction, in the note of its day: the new snapshot, and the entries that
 * it is about. `undefined` for one without a snapshot.
 */
export function rangeNote(
  { snapshot: before }: Pick<SessionState, 'snapshot'>,
  { snapshot, createdAt }: Pick<CompactionRecord, 'snapshot' | 'createdAt'>,
): RangeNote | undefined {
  if (snapshot === undefined) return undefined;
  const { parts = [snapshot.text], throughSeq } = snapshot;
  // One beside others is about what is new, one alone about all that there was.
  const isBeside = parts.length > 1 && before !== undefined;
  const fromSeq = isBeside ? before.throughSeq + 1 : 0;
  const text = withoutHeader(parts.at(-1) ?? '');
  if (text === '' || throughSeq < fromSeq) return undefined;
  return { fromSeq, throughSeq, date: createdAt, text };
}

/** A header says to a model what the snapshot is. */
function withoutHeader(text: string): string {
  return text.replace(/^\[[^\]]*\]\n*/, '').trim();
}
