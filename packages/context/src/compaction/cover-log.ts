import type { EntryRange } from '@everlong/core';
import type { SeqRange } from '@everlong/core/store-kit';

import type { KeptGroup } from './fit-groups.js';
import {
  instructionsRange,
  KEPT_REASON,
  pushRange,
  rangesWithin,
  withdrawnRange,
} from '../state/ranges.js';
import type { SessionState } from '../state/session-state.js';
import { describeCut } from '../truncation/apply-truncation.js';
import { describeLines } from '../truncation/kept-lines.js';

/** The parts of a state that a compaction's ranges depend on. */
type CoveredLog = Pick<SessionState, 'head' | 'groups' | 'compaction' | 'entryCount' | 'withdrawn'>;

/** How far the snapshot covers the log, and the user cleared it (-1: not at all). */
interface Coverage {
  coveredThrough: number;
  clearedThrough: number;
  /** Why anything else is left out. */
  reason: string;
}

/**
 * Ranges from 0 to the newest entry, each entry in one: what is kept, and between it what the
 * snapshot covers, what the user cleared, or what is left out for another reason.
 */
export function coverLog(
  state: CoveredLog,
  kept: readonly KeptGroup[],
  { coveredThrough, clearedThrough, reason }: Coverage,
): EntryRange[] {
  const ranges: EntryRange[] = [];
  const leaveOutRemaining = (from: number, to: number): void => {
    for (const range of leftOut({ from, to }, { coveredThrough, clearedThrough, reason })) {
      pushRange(ranges, range);
    }
  };
  const leaveOut = (from: number, to: number): void => {
    let next = from;
    for (const range of rangesWithin(state.withdrawn, { from, to })) {
      leaveOutRemaining(next, range.from - 1);
      pushRange(ranges, withdrawnRange(range));
      next = range.to + 1;
    }
    leaveOutRemaining(next, to);
  };
  const headEnd = state.head.length - 1;
  pushRange(ranges, instructionsRange({ from: 0, to: headEnd }));
  leaveOut(state.head.length, clearedThrough);
  let next = Math.max(state.head.length, clearedThrough + 1);
  const decidedThrough = Math.max(coveredThrough, clearedThrough);
  for (const placed of [...kept, ...emptyGroups(state, decidedThrough)].toSorted(byPlace)) {
    leaveOut(next, placed.group.from - 1);
    for (const range of rangesOf(placed)) pushRange(ranges, range);
    next = placed.group.to + 1;
  }
  // Entries with nothing to send at the end of the log are in the last compaction, not in memory.
  const throughSeq = state.entryCount - 1;
  const last = state.compaction?.ranges.at(-1);
  const isEmpty = last?.disposition === 'omitted' && last.to === throughSeq && last.from >= next;
  leaveOut(next, isEmpty ? last.from - 1 : throughSeq);
  if (isEmpty) pushRange(ranges, last);
  return ranges;
}

/** Why entries are in no request from then on. */
export const CLEARED_REASON = 'the user cleared the context';

const CLEARED = { disposition: 'dropped', reason: CLEARED_REASON, tokens: 0 } as const;

/** Entries that are not sent: those cleared, those that the snapshot covers, those after it. */
function leftOut(
  { from: first, to }: SeqRange,
  { coveredThrough, clearedThrough, reason }: Coverage,
): EntryRange[] {
  const cleared = Math.min(to, clearedThrough);
  const from = Math.max(first, cleared + 1);
  const split = Math.min(to, coveredThrough);
  const rest = Math.max(from, split + 1);
  return [
    { ...CLEARED, from: first, to: cleared },
    { from, to: split, disposition: 'summarized', reason: 'in the snapshot', tokens: 0 },
    { from: rest, to, disposition: 'dropped', reason, tokens: 0 },
  ];
}

/** Groups that hold nothing to send, of what is neither covered nor cleared. */
function emptyGroups({ groups }: CoveredLog, decidedThrough: number): KeptGroup[] {
  return groups
    .list()
    .filter((group) => group.messages.length === 0 && group.from > decidedThrough)
    .map((group) => ({ group, tokens: 0 }));
}

function byPlace(left: KeptGroup, right: KeptGroup): number {
  return left.group.from - right.group.from;
}

/** Of a group with entries of which only some lines stay: ranges for these, and between them. */
function rangesOf(kept: KeptGroup): EntryRange[] {
  const { group, lines } = kept;
  const whole = rangeOf(kept);
  if (lines === undefined) return [whole];
  let others = kept.tokens;
  for (const { tokens } of lines.values()) others -= tokens;
  const ranges: EntryRange[] = [];
  for (const { seq } of group.entries) {
    const place = { from: seq, to: seq };
    const shown = lines.get(seq);
    if (shown === undefined) {
      pushRange(ranges, {
        ...whole,
        ...place,
        tokens: seq === group.from ? Math.max(0, others) : 0,
      });
      continue;
    }
    const { keepLines, tokens } = shown;
    const reason = describeLines(keepLines);
    pushRange(ranges, { ...whole, ...place, disposition: 'truncated', reason, tokens, keepLines });
  }
  return ranges;
}

function rangeOf(kept: KeptGroup): EntryRange {
  const { group, maxTokens, masked, withoutFiles, cut, tokens } = kept;
  const place = { from: group.from, to: group.to, tokens, ...(cut === undefined ? {} : { cut }) };
  if (group.messages.length === 0) {
    const reason = group.rendered[0]?.reason ?? 'nothing to send';
    return { ...place, disposition: 'omitted', reason };
  }
  if (masked === true) return { ...place, disposition: 'masked', reason: 'an old tool result' };
  if (withoutFiles === true) {
    return { ...place, disposition: 'truncated', reason: 'over the limit of files', withoutFiles };
  }
  if (maxTokens !== undefined) {
    return { ...place, disposition: 'truncated', reason: 'longer than its share', maxTokens };
  }
  if (cut !== undefined) return { ...place, disposition: 'truncated', reason: describeCut(cut) };
  return { ...place, disposition: 'verbatim', reason: kept.reason ?? KEPT_REASON };
}
