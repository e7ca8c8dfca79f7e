import { StoreConflictError } from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';

import type { FinishedCompaction, PendingCompaction } from './background-snapshot.js';
import { announceCompaction, compactEpoch } from './compact-epoch.js';
import { coverCutGroups } from './fit-epoch.js';
import { findCandidates } from './epoch-candidates.js';
import { type NextSnapshot, nextSnapshot, type SnapshotOptions } from './next-snapshot.js';
import type { PrepareInput } from './prepare-input.js';
import { askProvider, withAsked } from './provider-snapshot.js';
import type { CompactionDecision } from '../policies/policy.js';
import { type RequestView, viewSession } from '../request/request-view.js';
import { minTokensFreed, tokensFreed } from '../request/tokens-freed.js';

/** Why a snapshot is not used whose groups are no longer those of the request. */
const GONE = 'what it covers is no longer what would be left out';

/**
 * Has the snapshot of a compaction made in the background; the request is sent as it is meanwhile.
 */
export function startBackgroundCompaction(
  session: PrepareInput,
  view: RequestView,
  decision: CompactionDecision,
): void {
  const { state, context } = view;
  const { firstKept, firstMasked = firstKept, alsoKeep = [], alsoMask = [] } = decision;
  const seqOf = (index: number): number => context.groups[index]?.from ?? state.entryCount;
  const pending: PendingCompaction = {
    epoch: state.epoch,
    firstMaskedSeq: seqOf(firstMasked),
    firstKeptSeq: seqOf(firstKept),
    alsoKeepSeqs: new Map([...alsoKeep].map(([index, reason]) => [seqOf(index), reason])),
    alsoMaskSeqs: new Set([...alsoMask].map(seqOf)),
    inputBudget: view.budget.inputBudget,
    decision,
  };
  session.background.start(pending, async (signal, onAborted) => {
    await session.memory?.extract();
    const [next] = await Promise.all([
      snapshotFor(view, decision, { signal, onAborted }),
      unlessAborted(announceCompaction(session, view, decision), signal),
    ]);
    return next.made === undefined ? undefined : next;
  });
}

/** By the provider, or by the session's own means. */
async function snapshotFor(
  view: RequestView,
  decision: CompactionDecision,
  running: Pick<SnapshotOptions, 'signal' | 'onAborted'>,
): Promise<NextSnapshot> {
  const asked = await askProvider(view, decision, running);
  if (asked.next !== undefined) return asked.next;
  const candidates = coverCutGroups(view, decision, findCandidates(view, decision));
  return withAsked(await nextSnapshot(view, decision, { ...candidates, ...running }), asked);
}

/** Waits for a hook until the signal aborts: what the snapshot cost is to be known all the same. */
async function unlessAborted(announced: Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await untilAborted(announced, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Begins the next epoch with a snapshot that was made in the background. Where it is of no use any
 * more, what it cost and why is recorded instead. Says whether an epoch began.
 */
export async function commitBackgroundCompaction(
  session: PrepareInput,
  finished: FinishedCompaction,
): Promise<boolean> {
  const view = viewSession(session);
  const decision = decisionNow(view, finished);
  const useless = whyUseless(view, finished, decision);
  if (decision === undefined || finished.next === undefined || useless !== undefined) {
    session.background.failed(finished.epoch);
    await recordGivenUp(session, finished, useless ?? GONE);
    return false;
  }
  try {
    await compactEpoch(session, view, decision, { finishedSnapshot: finished.next });
  } catch (error) {
    if (StoreConflictError.isInstance(error)) session.background.giveBack(finished);
    throw error;
  }
  return true;
}

/** Ends the snapshot that is being made, if there is one, and records what it cost. */
export async function giveUpBackgroundCompaction(
  session: Pick<PrepareInput, 'logs' | 'record' | 'background'>,
  why: string,
): Promise<void> {
  const pending = await session.background.cancel();
  if (pending?.next === undefined && pending?.billed === undefined) return;
  await recordGivenUp(session, pending, why);
}

/** Records why a snapshot is not used, and what it cost. */
async function recordGivenUp(
  { logs, record }: Pick<PrepareInput, 'logs' | 'record'>,
  { next, billed }: FinishedCompaction,
  why: string,
): Promise<void> {
  const usage = next?.usage ?? billed;
  const reason = `a snapshot made in the background was given up: ${why}`;
  await record({
    type: 'attempt',
    epoch: logs.current.epoch,
    reason,
    ...(usage === undefined ? {} : { usage }),
  });
}

/** The decision by the places that its groups have now. */
function decisionNow(
  { state, context: { groups } }: RequestView,
  { decision, firstMaskedSeq, firstKeptSeq, alsoKeepSeqs, alsoMaskSeqs }: FinishedCompaction,
): CompactionDecision | undefined {
  const places = new Map(groups.map((group, index) => [group.from, index]));
  const placeOf = (seq: number): number =>
    seq === state.entryCount ? groups.length : (places.get(seq) ?? -1);
  const firstMasked = placeOf(firstMaskedSeq);
  const firstKept = placeOf(firstKeptSeq);
  if (firstMasked < 0 || firstKept < firstMasked) return undefined;
  const alsoKeep = new Map([...alsoKeepSeqs].map(([seq, reason]) => [placeOf(seq), reason]));
  const alsoMask = new Set([...alsoMaskSeqs].map(placeOf));
  if (alsoKeep.has(-1) || alsoMask.has(-1)) return undefined;
  return { ...decision, firstKept, firstMasked, alsoKeep, alsoMask };
}

function whyUseless(
  view: RequestView,
  { epoch, next, inputBudget }: FinishedCompaction,
  decision: CompactionDecision | undefined,
): string | undefined {
  if (next === undefined) return 'none could be made';
  if (epoch !== view.state.epoch) {
    const isRewound = view.state.compaction?.epoch !== view.state.epoch;
    return isRewound ? 'the conversation was rewound' : 'another compaction came first';
  }
  if (decision === undefined) return GONE;
  const { free, budgetRoom } = findCandidates(view, decision);
  if (next.tokens > free) return 'the latest user message leaves no room for it';
  // A limit was learned meanwhile: the newest messages come first.
  if (view.budget.inputBudget < inputBudget && next.tokens > budgetRoom / 2) {
    return 'it was made for a larger limit';
  }
  // A documented trigger asks for it, however little it frees.
  if (decision.required === true) return undefined;
  const grown = next.tokens - view.draft.snapshotTokens;
  const freed = tokensFreed(view, decision) - grown;
  return freed >= minTokensFreed(view) ? undefined : 'it would not make the request much smaller';
}
