import type { Disposition, EntryRange } from '@everlong/core';

import type { Counter } from './counter.js';
import type { DraftRequest } from './draft-request.js';
import type { PolicyDecision } from './policy.js';
import { pushRange, rangeAt } from './ranges.js';
import type { SessionState } from './session-state.js';

/** What became of every entry in one request. */
export interface RequestPlan {
  policy: string;
  epoch: number;
  /** Cover 0 to the newest entry, in order, each entry once; neighbours differ. */
  ranges: EntryRange[];
  /** Reserves and protections that had to shrink, with what was asked and what was given. */
  clamps: Clamp[];
  /** What the policy decided for this request, and why. */
  decision: { action: PolicyDecision['action']; reason: string };
  /** The fate of one entry; `undefined` for a `seq` that the log does not have. */
  explain(seq: number): EntryExplanation | undefined;
}

export interface Clamp {
  name: string;
  wanted: number;
  given: number;
}

export interface EntryExplanation {
  seq: number;
  disposition: Disposition;
  reason: string;
  /** Tokens that the entry's range costs in this request. */
  tokens: number;
  from: number;
  to: number;
}

export interface PlanInput {
  state: SessionState;
  draft: DraftRequest;
  policy: string;
  clamps: Clamp[];
  decision: RequestPlan['decision'];
  counter: Counter;
}

export function createPlan({
  state,
  draft,
  policy,
  clamps,
  decision,
  counter,
}: PlanInput): RequestPlan {
  const ranges = logRanges(state, draft, counter);
  return {
    policy,
    epoch: state.epoch,
    ranges,
    clamps,
    decision,
    explain(seq) {
      const range = rangeAt(ranges, seq);
      if (range === undefined) return undefined;
      const { disposition, reason, tokens, from, to } = range;
      return { seq, disposition, reason, tokens, from, to };
    },
  };
}

/** The ranges of the epoch's record, where it left entries out, and the fate of all others. */
function logRanges(state: SessionState, draft: DraftRequest, counter: Counter): EntryRange[] {
  const { compaction, head, list } = state;
  const ranges: EntryRange[] = [];
  const { head: disposition, tokens } = draft.instructions;
  pushRange(ranges, { from: 0, to: head.length - 1, disposition, reason: 'instructions', tokens });
  const leftOut = (compaction?.ranges ?? []).filter(({ disposition: fate }) =>
    ['summarized', 'dropped', 'omitted'].includes(fate),
  );
  let next = 0;
  const leaveOutBefore = (seq: number): void => {
    for (; next < leftOut.length; next++) {
      const range = leftOut[next];
      if (range === undefined || range.from >= seq) return;
      pushRange(ranges, range);
    }
  };
  for (const unit of list.units) {
    leaveOutBefore(unit.from);
    const cut = rangeAt(compaction?.ranges ?? [], unit.from)?.maxTokens;
    for (const { seq, messages, disposition: fate, reason } of unit.rendered) {
      const size = messages.reduce((sum, message) => sum + counter.message(message), 0);
      const place = { from: seq, to: seq, tokens: size, reason, disposition: fate };
      const shortened = fate === 'truncated' && cut !== undefined;
      pushRange(ranges, shortened ? { ...place, maxTokens: cut } : place);
    }
  }
  leaveOutBefore(Infinity);
  return ranges;
}
