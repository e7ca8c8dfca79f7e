import { untilAborted } from '@everlong/core/internal';

import { commitBackgroundCompaction } from '../compaction/background-compaction.js';
import type { FinishedCompaction } from '../compaction/background-snapshot.js';
import { compactEpoch } from '../compaction/compact-epoch.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import type { CompactionDecision } from '../policies/policy.js';
import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import { askPolicy, forcedTrim } from '../request/decide.js';
import { describeRequest, type PreparedRequest } from '../request/describe-request.js';
import type { RequestPlan } from '../request/request-plan.js';
import { completeEpoch } from '../request/complete-epoch.js';
import { type RequestView } from '../request/request-view.js';
import type { SessionState } from '../state/session-state.js';

/** Compactions that one `prepare` may make before it gives up; each asks for less than the last. */
const MAX_ATTEMPTS = 6;

/**
 * The request of the next epoch: with the snapshot that was made in the background, if there is one
 * of use; else with what is compacted now, as decided.
 */
export async function compactRequest(
  session: PrepareInput,
  view: RequestView,
  decision: CompactionDecision,
): Promise<PreparedRequest> {
  return (await useBackgroundSnapshot(session)) ?? compactUntilItFits(session, view, decision);
}

/**
 * The request with the snapshot that was made in the background, compacted again if it still
 * has to be; `undefined` when there is none, or it cannot be used.
 */
async function useBackgroundSnapshot(session: PrepareInput): Promise<PreparedRequest | undefined> {
  const finished = await takeBackgroundSnapshot(session);
  if (finished === undefined) return undefined;
  if (!(await commitBackgroundCompaction(session, finished))) return undefined;
  const view = await completeEpoch(session);
  const verdict = askPolicy(view);
  const { decision } = verdict;
  const reported = epochDecision(view.state);
  if (decision.action !== 'keep') return compactUntilItFits(session, view, decision, reported);
  return describeRequest(view, verdict, reported);
}

/** Waits for the snapshot that is being made, if there is one. */
async function takeBackgroundSnapshot({
  background,
  signal,
}: PrepareInput): Promise<FinishedCompaction | undefined> {
  const run = background.take();
  if (run === undefined) return undefined;
  try {
    return await untilAborted(run, signal);
  } catch (error) {
    background.resume(run);
    throw error;
  }
}

/**
 * Compacts as decided, and while the request does not fit, again with less room. The plan reports
 * the first compaction, or `reported`.
 */
async function compactUntilItFits(
  session: PrepareInput,
  first: RequestView,
  decision: CompactionDecision,
  reported?: RequestPlan['decision'],
): Promise<PreparedRequest> {
  let view = first;
  let next = decision;
  let firstDecision = reported;
  let excessTokens = 0;
  for (let attempt = 1; ; attempt++) {
    await compactEpoch(session, view, lowerTarget(view, next, attempt), { excessTokens });
    firstDecision ??= epochDecision(session.logs.current);
    view = await completeEpoch(session);
    if (view.fits || attempt >= MAX_ATTEMPTS) break;
    // What the plan left as slack was used up, too.
    const over = view.draft.usedTokens - view.budget.inputBudget;
    if (over > 0) excessTokens += over + REQUEST_SLACK_TOKENS;
    next = forcedTrim(view);
  }
  return describeRequest(view, askPolicy(view), firstDecision);
}

/** The compaction that began the epoch in force, for the plan. */
function epochDecision({ compaction }: SessionState): RequestPlan['decision'] {
  return { action: compaction?.kind ?? 'keep', reason: compaction?.reason ?? '' };
}

/** Later attempts ask for less, since something that was not foreseen took room. */
function lowerTarget(
  { draft: { fixedTokens } }: RequestView,
  decision: CompactionDecision,
  attempt: number,
): CompactionDecision {
  if (attempt === 1) return decision;
  const room = Math.max(0, decision.maxTokens - fixedTokens);
  return { ...decision, maxTokens: fixedTokens + Math.floor(room * 0.8 ** (attempt - 1)) };
}
