import type { Disposition, EntryRange } from '@everlong/core';

import type { Counter } from '../rendering/counter.js';
import type { DraftRequest } from './draft-request.js';
import type { PolicyDecision } from '../policies/policy.js';
import { pushRange, rangeAt } from '../state/ranges.js';
import type { SessionState } from '../state/session-state.js';
import type { MessageGroup } from '../rendering/message-group.js';

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
  /** Tokens of what is sent for this entry: 0 when it is not. */
  tokens: number;
  /** For a shortened entry: the most tokens that it may take together with its exchange. */
  maxTokens?: number;
  /** The range that holds it. */
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
    groups: [...list.groups],
  };
  let made: PlannedRanges | undefined;
  const planned = (): PlannedRanges => (made ??= logRanges(view, counter));
  return {
    policy,
    epoch,
    get ranges() {
      return planned().ranges;
    },
    clamps,
    decision,
    explain(seq) {
      const { ranges, tokensOf } = planned();
      const range = rangeAt(ranges, seq);
      if (range === undefined) return undefined;
      const { disposition, reason, from, to, maxTokens } = range;
      const tokens = tokensOf(seq);
      const limit = maxTokens === undefined ? {} : { maxTokens };
      return { seq, disposition, reason, tokens, ...limit, from, to };
    },
  };
}

/** What a plan is about, as it was when the request was made: the session goes on. */
interface PlannedView {
  compaction: SessionState['compaction'];
  headLength: number;
  head: DraftRequest['instructions'];
  groups: readonly MessageGroup[];
}

interface PlannedRanges {
  ranges: EntryRange[];
  /** Tokens of what is sent for an entry. */
  tokensOf(seq: number): number;
}

/** The ranges of the epoch's record, where it left entries out, and the fate of all others. */
function logRanges(
  { compaction, headLength, head, groups }: PlannedView,
  counter: Counter,
): PlannedRanges {
  const ranges: EntryRange[] = [];
  const sizes = new Map<number, number>();
  const { head: disposition, headTokens: tokens } = head;
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
  for (const group of groups) {
    leaveOutBefore(group.from);
    const cut = rangeAt(compaction?.ranges ?? [], group.from)?.maxTokens;
    for (const { seq, messages, disposition: fate, reason } of group.rendered) {
      const size = messages.reduce((sum, message) => sum + counter.message(message), 0);
      sizes.set(seq, size);
      const place = { from: seq, to: seq, tokens: size, reason, disposition: fate };
      const shortened = fate === 'truncated' && cut !== undefined;
      pushRange(ranges, shortened ? { ...place, maxTokens: cut } : place);
    }
  }
  leaveOutBefore(Infinity);
  // The `system` entries at the head are one text: the first stands for all.
  return {
    ranges,
    tokensOf: (seq) => sizes.get(seq) ?? (seq === 0 && headLength > 0 ? tokens : 0),
  };
}
