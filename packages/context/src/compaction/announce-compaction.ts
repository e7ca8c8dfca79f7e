import type { CompactionDecision } from '../policies/policy.js';
import type { RequestView } from '../request/request-view.js';
import { callHook } from '../config/hooks.js';
import { readRemaining } from '../state/read-remaining.js';
import type { PrepareInput } from './prepare-input.js';

/** Tells of a compaction that is about to leave entries out. */
export async function announceCompaction(
  session: PrepareInput,
  { state, config }: RequestView,
  { firstKept, reason }: CompactionDecision,
): Promise<void> {
  const groups = state.groups.list();
  const fromSeq = groups[0]?.from ?? state.entryCount;
  const toSeq = (groups[firstKept]?.from ?? state.entryCount) - 1;
  if (fromSeq > toSeq) return;
  const { sessionId, agent, epoch, withdrawn } = state;
  const range = { from: fromSeq, to: toSeq };
  await callHook(session, 'onBeforeCompaction', {
    sessionId,
    agent,
    epoch,
    reason,
    fromSeq,
    toSeq,
    entries: () => readRemaining(config.store, sessionId, withdrawn, range),
  });
}
