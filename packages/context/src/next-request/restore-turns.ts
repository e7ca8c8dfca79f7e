import { compactEpoch } from '../compaction/compact-epoch.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import type { CompactionDecision } from '../policies/policy.js';
import { recordInputs } from '../request/complete-epoch.js';
import { type RequestView, viewSession } from '../request/request-view.js';
import { tokensFreed } from '../request/tokens-freed.js';

/** Begins the epoch with what a policy restores of a reopened session. */
export async function restoreTurns(session: PrepareInput): Promise<void> {
  await recordInputs(session);
  const view = viewSession(session);
  const decision = restoreDecision(view);
  if (decision !== undefined) await compactEpoch(session, view, decision);
}

/** What is to be left out for that; `undefined` where the request holds no more. */
export function restoreDecision(view: RequestView): CompactionDecision | undefined {
  const decision = view.config.policy.restore?.(view.context);
  if (decision === undefined) return undefined;
  const changes = tokensFreed(view, decision) > 0 || (decision.cuts?.size ?? 0) > 0;
  return changes ? decision : undefined;
}
