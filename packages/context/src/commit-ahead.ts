import type { AheadCompaction, AheadResult } from './background-snapshot.js';
import { compactEpoch, compactionInput, MIN_GAIN_SHARE, tokensFreed } from './compact-epoch.js';
import { makeSnapshot } from './compaction.js';
import { announceCompaction } from './hooks.js';
import type { CompactionDecision } from './policy.js';
import type { PrepareInput } from './prepare-input.js';
import { budgetTokensOf, measure } from './request-view.js';

/** Has the snapshot of a compaction made in the background; the request goes out as it is meanwhile. */
export function startAhead(input: PrepareInput, decision: CompactionDecision): void {
  const { state, background } = input;
  const { units } = state.list;
  const { keepFrom, maskFrom = keepFrom } = decision;
  const ahead: AheadCompaction = {
    epoch: state.epoch,
    maskFromSeq: units[maskFrom]?.from ?? state.entryCount,
    keepFromSeq: units[keepFrom]?.from ?? state.entryCount,
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
export async function commitAhead(input: PrepareInput, ahead: AheadResult): Promise<boolean> {
  const { next, epoch } = ahead;
  const decision = decisionNow(input, ahead);
  const useless = decision === undefined ? GONE : whyUseless(input, ahead, decision);
  if (decision === undefined || next === undefined || useless !== undefined) {
    input.background.failed(epoch);
    const usage = next?.usage === undefined ? {} : { usage: next.usage };
    const reason = `a snapshot made in the background was given up: ${useless ?? GONE}`;
    await input.record({ type: 'attempt', epoch: input.state.epoch, reason, ...usage });
    return false;
  }
  await compactEpoch(input, decision, { made: next });
  return true;
}

const GONE = 'what it covers is no longer what would be left out';

/** The decision by the places that its units have now. */
function decisionNow({ state }: PrepareInput, ahead: AheadResult): CompactionDecision | undefined {
  const { units } = state.list;
  const placeOf = (seq: number): number =>
    seq === state.entryCount ? units.length : units.findIndex((unit) => unit.from === seq);
  const maskFrom = placeOf(ahead.maskFromSeq);
  const keepFrom = placeOf(ahead.keepFromSeq);
  if (maskFrom < 0 || keepFrom < maskFrom) return undefined;
  return { ...ahead.decision, keepFrom, maskFrom };
}

function whyUseless(
  input: PrepareInput,
  { epoch, next }: AheadResult,
  decision: CompactionDecision,
): string | undefined {
  if (next === undefined) return 'none could be made';
  if (epoch !== input.state.epoch) return 'another compaction came first';
  const grown = next.tokens - measure(input).snapshotTokens;
  const freed = tokensFreed(input, decision) - grown;
  const enough = budgetTokensOf(input) * MIN_GAIN_SHARE;
  return freed >= enough ? undefined : 'it would not make the request much smaller';
}
