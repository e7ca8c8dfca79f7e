import type { CompactionRecord, EntryRange, RememberedProfile } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { remainingRanges } from '@everlong/core/store-kit';

import { allowNotes } from '../request/allow-notes.js';
import { epochInputs } from '../request/epoch-inputs.js';
import type { RequestView } from '../request/request-view.js';
import {
  instructionsRange,
  KEPT_REASON,
  pushRange,
  rangesWithin,
  withdrawnRange,
} from '../state/ranges.js';
import type { SessionState } from '../state/session-state.js';

/**
 * The epoch that undoes a compaction: `before` is the state without it, with all entries of now.
 * What that compaction decided about is sent as it was before, and what came since as it came.
 */
export function restoredEpoch(
  { state, config, measured, budget }: RequestView,
  before: SessionState,
  undone: Pick<CompactionRecord, 'epoch'>,
): CompactionRecord {
  const { compaction, snapshot, snapshotEpoch, snapshotAtSeq } = before;
  const throughSeq = state.entryCount - 1;
  const { inputBudget } = budget;
  const notes = allowNotes(state, config, { inputBudget, room: Infinity });
  return {
    type: 'compaction',
    epoch: state.epoch + 1,
    previousEpoch: state.epoch,
    kind: 'trim',
    throughSeq,
    ranges: restoredRanges(before, state, throughSeq),
    ...definedFields({
      clearedThrough: compaction?.clearedThrough,
      withoutThinking: state.compaction?.withoutThinking,
      snapshotEpoch: snapshot === undefined ? undefined : snapshotEpoch,
      snapshotAtSeq: snapshotAtSeq < 0 ? undefined : snapshotAtSeq,
      noteTokens: notes.maxTokens,
      profile: state.profile === undefined ? undefined : withoutMessage(state.profile),
    }),
    trimmedTokens: compaction?.trimmedTokens ?? 0,
    restoredEpoch: before.epoch,
    inputs: epochInputs(measured, state, config, inputBudget),
    reason: `the compaction of epoch ${undone.epoch} was undone`,
    createdAt: new Date().toISOString(),
  };
}

function withoutMessage({ text, factIds }: RememberedProfile): RememberedProfile {
  return { text, factIds };
}

function restoredRanges(
  { compaction, groups }: SessionState,
  { head, withdrawn }: Pick<SessionState, 'head' | 'withdrawn'>,
  throughSeq: number,
): EntryRange[] {
  const ranges: EntryRange[] = [];
  for (const range of compaction?.ranges ?? []) pushRange(ranges, range);
  const decided = compaction?.throughSeq ?? -1;
  if (decided < head.length - 1) {
    pushRange(ranges, instructionsRange({ from: decided + 1, to: head.length - 1 }));
  }
  const next = Math.max(decided + 1, head.length);
  const since = { from: next, to: throughSeq };
  const sent = remainingRanges(withdrawn, since).map(({ from, to }): EntryRange => {
    const within = groups.list().filter((group) => group.from >= from && group.to <= to);
    const tokens = within.reduce((sum, group) => sum + group.tokens, 0);
    return { from, to, disposition: 'verbatim', reason: KEPT_REASON, tokens };
  });
  const gone = rangesWithin(withdrawn, since).map(withdrawnRange);
  const all = [...sent, ...gone].toSorted((left, right) => left.from - right.from);
  for (const range of all) pushRange(ranges, range);
  return ranges;
}
