import { startBackgroundCompaction } from '../compaction/background-compaction.js';
import { compactEpoch } from '../compaction/compact-epoch.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import { asksForHandover } from '../next-request/ask-for-handover.js';
import { isReply } from '../rendering/message-group.js';
import { askPolicy, asksModel } from '../request/decide.js';
import { type RequestView, viewSession } from '../request/request-view.js';
import type { ContextState } from '@everlong/core';
import { currentState } from './current-state.js';
import { commitFinished, type SessionWork } from '../session-work/session-work.js';

/** `session.endTurn`: decides between two turns what would else be decided when the next begins. */
export function endTurn(
  work: SessionWork,
  { wait = false }: { wait?: boolean } = {},
): Promise<ContextState> {
  const { logs, config, memory } = work;
  return work.queue.runAbortable(undefined, async (signal) => {
    const { measured } = work;
    memory?.begin();
    const session = { ...work, signal };
    await logs.retryOnConflict(() => decideAhead(session));
    if (wait) await commitFinished(work);
    return currentState({ state: logs.current, config, measured }, work.isRestart);
  });
}

/**
 * Makes the snapshot that is due: at once, or while the user thinks where a model writes it. What
 * is only left out is left out when the next request is made.
 */
async function decideAhead(session: PrepareInput): Promise<void> {
  const view = viewSession(session);
  if (!isTurnOver(view)) return;
  const { decision } = askPolicy(view);
  const asksAgent = view.config.handover === 'ask' && asksForHandover(view, decision);
  if (decision.action !== 'snapshot' || asksAgent) return;
  if (!asksModel(view, decision)) await compactEpoch(session, view, decision);
  else if ((decision.cuts?.size ?? 0) === 0) startBackgroundCompaction(session, view, decision);
}

/** Whether a request of this session was answered and nothing is under way. */
function isTurnOver({ state: { inputs, groups }, epochChange }: RequestView): boolean {
  const newest = groups.list().at(-1);
  return (
    inputs !== undefined && epochChange === undefined && newest !== undefined && isReply(newest)
  );
}
