import { StoreConflictError } from '@everlong/core';

import type { PendingCompaction, FinishedCompaction } from './background-snapshot.js';
import { compactEpoch, compactionInput, MIN_GAIN_SHARE, tokensFreed } from './compact-epoch.js';
import { makeSnapshot, roomForSnapshot } from './plan-compaction.js';
import { announceCompaction } from './announce-compaction.js';
import type { CompactionDecision } from '../policies/policy.js';
import type { PrepareInput } from './prepare-input.js';
import { budgetTokensOf, measure } from '../request/request-view.js';

/** Has the snapshot of a compaction made in the background; the request goes out as it is meanwhile. */
export function startBackgroundCompaction(input: PrepareInput, decision: CompactionDecision): void {
  const { state, background } = input;
  const { groups } = state.list;
  const { firstKept, firstMasked = firstKept } = decision;
  const ahead: PendingCompaction = {
    epoch: state.epoch,
    firstMaskedSeq: groups[firstMasked]?.from ?? state.entryCount,
    firstKeptSeq: groups[firstKept]?.from ?? state.entryCount,
    decision,
  };
  // As it is now: the session's own state moves on.
  const begun = compactionInput({ ...input, state: { ...state } }, decision);
  background.start(ahead, async (signal) => {
    const [next] = await Promise.all([
      makeSnapshot(begun, signal),
      announceCompaction(input, decision),
    ]);
    return next.made === undefined ? undefined : next;
  });
}

/**
 * Begins the next epoch with a snapshot that was made in the background. Where it is of no use any
 * more, what it cost and why is recorded instead. Says whether an epoch began.
 */
export async function commitBackgroundCompaction(
  input: PrepareInput,
  ahead: FinishedCompaction,
): Promise<boolean> {
  const decision = decisionNow(input, ahead);
  const useless = whyUseless(input, ahead, decision);
  if (decision === undefined || ahead.next === undefined || useless !== undefined) {
    await discardBackgroundCompaction(input, ahead, useless ?? GONE);
    return false;
  }
  try {
    await compactEpoch(input, decision, { made: ahead.next });
  } catch (error) {
    if (StoreConflictError.isInstance(error)) input.background.giveBack(ahead);
    throw error;
  }
  return true;
}

/** Records why a snapshot is not used, and what it cost all the same. */
export async function discardBackgroundCompaction(
  input: PrepareInput,
  { epoch, next }: FinishedCompaction,
  why: string,
): Promise<void> {
  input.background.failed(epoch);
  const usage = next?.usage === undefined ? {} : { usage: next.usage };
  const reason = `a snapshot made in the background was given up: ${why}`;
  await input.record({ type: 'attempt', epoch: input.state.epoch, reason, ...usage });
}

const GONE = 'what it covers is no longer what would be left out';

/** The decision by the places that its groups have now. */
function decisionNow(
  { state }: PrepareInput,
  ahead: FinishedCompaction,
): CompactionDecision | undefined {
  const { groups } = state.list;
  const placeOf = (seq: number): number =>
    seq === state.entryCount ? groups.length : groups.findIndex((group) => group.from === seq);
  const firstMasked = placeOf(ahead.firstMaskedSeq);
  const firstKept = placeOf(ahead.firstKeptSeq);
  if (firstMasked < 0 || firstKept < firstMasked) return undefined;
  return { ...ahead.decision, firstKept, firstMasked };
}

function whyUseless(
  input: PrepareInput,
  { epoch, next }: FinishedCompaction,
  decision: CompactionDecision | undefined,
): string | undefined {
  if (next === undefined) return 'none could be made';
  if (epoch !== input.state.epoch) return 'another compaction came first';
  if (decision === undefined) return GONE;
  if (next.tokens > roomForSnapshot(compactionInput(input, decision))) {
    return 'the latest user message leaves no room for it';
  }
  const grown = next.tokens - measure(input).snapshotTokens;
  const freed = tokensFreed(input, decision) - grown;
  const enough = budgetTokensOf(input) * MIN_GAIN_SHARE;
  return freed >= enough ? undefined : 'it would not make the request much smaller';
}
