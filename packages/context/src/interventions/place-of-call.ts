import { toolCallsOf } from '@everlong/core';
import { remainingRanges } from '@everlong/core/store-kit';

import type { SessionState } from '../state/session-state.js';

/**
 * The entry that a decision belongs to: the one with the call that it was made for, or, while that
 * is not appended yet, the one that comes next; without a call the newest that is not
 * withdrawn.
 */
export function seqOfCall(state: SessionState, toolCallId?: string): number {
  return placeOfCall(state, toolCallId).seq;
}

/** The same with the entry's id, once the entry is appended. */
export function placeOfCall(
  { groups, entryCount, withdrawn }: SessionState,
  toolCallId?: string,
): { seq: number; entryId?: string } {
  if (toolCallId === undefined) {
    const rest = remainingRanges(withdrawn, { from: 0, to: entryCount - 1 });
    return { seq: rest.at(-1)?.to ?? -1 };
  }
  const newest = groups.list().at(-1)?.entries ?? [];
  const entry = newest.find(({ message }) =>
    toolCallsOf(message).some((call) => call.toolCallId === toolCallId),
  );
  return entry === undefined ? { seq: entryCount } : { seq: entry.seq, entryId: entry.id };
}
