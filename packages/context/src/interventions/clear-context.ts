import { compactEpoch } from '../compaction/compact-epoch.js';
import { CLEARED_REASON } from '../compaction/cover-log.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import { viewSession } from '../request/request-view.js';
import { isEmptyFrom } from '../state/session-state.js';
import { seqOfCall } from './place-of-call.js';
import { compactByHand, type HandResult } from './compact-by-hand.js';
import type { CompactResult } from '../session-work/call-results.js';
import type { SessionWork } from '../session-work/session-work.js';

/** `session.clear`: an epoch with nothing older in it. */
export function clearContext(work: SessionWork): Promise<CompactResult> {
  return compactByHand(work, { reason: CLEARED_REASON }, clearOnce);
}

async function clearOnce(session: PrepareInput): Promise<HandResult> {
  const view = viewSession(session);
  const { head, compaction, groups } = view.state;
  const tokensBefore = view.draft.usedTokens;
  const first = Math.max(head.length, (compaction?.clearedThrough ?? -1) + 1);
  if (isEmptyFrom(view.state, first)) {
    const reason = 'the context is already empty';
    return { compacted: false, reason, tokensBefore, tokensAfter: tokensBefore };
  }
  const decision = {
    action: 'trim',
    firstKept: groups.list().length,
    maxTokens: view.budget.inputBudget,
    reason: CLEARED_REASON,
  } as const;
  for (const { name } of view.state.notes) {
    await session.record({ type: 'context-note', name, seq: seqOfCall(view.state) });
  }
  await compactEpoch(session, view, decision, { clear: true });
  const tokensAfter = viewSession(session).draft.usedTokens;
  return { compacted: true, reason: CLEARED_REASON, tokensBefore, tokensAfter };
}
