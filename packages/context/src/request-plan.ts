import type { Disposition, EntryRange } from '@everlong/core';

import type { Counter } from './counter.js';
import type { DraftRequest } from './draft-request.js';
import type { PolicyDecision } from './policy.js';
import { pushRange, rangeAt } from './ranges.js';
import type { SessionState } from './session-state.js';
import type { Unit } from './unit.js';

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

/** The plan of the request as it stands; its ranges are worked out when somebody looks at them. */
export function createPlan({
  state,
  draft,
  policy,
  clamps,
  decision,
  counter,
}: PlanInput): RequestPlan {
  const { compaction, head, list, epoch } = state;
  const view: PlannedView = {
    compaction,
    headLength: head.length,
    head: draft.instructions,
    units: [...list.units],
  };
  let ranges: EntryRange[] | undefined;
  return {
    policy,
    epoch,
    get ranges() {
      return (ranges ??= logRanges(view, counter));
    },
    clamps,
    decision,
    explain(seq) {
      ranges ??= logRanges(view, counter);
      const range = rangeAt(ranges, seq);
      if (range === undefined) return undefined;
      const { disposition, reason, tokens, from, to } = range;
      return { seq, disposition, reason, tokens, from, to };
    },
  };
}

/** What a plan is about, as it was when the request was made: the session goes on. */
interface PlannedView {
  compaction: SessionState['compaction'];
  headLength: number;
  head: DraftRequest['instructions'];
  units: readonly Unit[];
}

/** The ranges of the epoch's record, where it left entries out, and the fate of all others. */
function logRanges(
  { compaction, headLength, head, units }: PlannedView,
  counter: Counter,
): EntryRange[] {
  const ranges: EntryRange[] = [];
  const { head: disposition, tokens } = head;
  pushRange(ranges, { from: 0, to: headLength - 1, disposition, reason: 'instructions', tokens });
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
  for (const unit of units) {
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
