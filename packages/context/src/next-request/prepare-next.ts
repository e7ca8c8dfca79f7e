import type { ModelMessage } from '@everlong/core';
import { bindsThinking } from '@everlong/tokenizer';

import { checkResources } from './check-resources.js';
import { compactRequest } from './compact-request.js';
import { restoreTurns } from './restore-turns.js';
import { type DeferredTools, deferTools } from './defer-tools.js';
import type { Abortable, DefersTools, PrepareOptions } from '../session-work/call-options.js';
import type { MeasuredInputs } from '../request/measured-inputs.js';
import type { SessionWork } from '../session-work/session-work.js';
import { startBackgroundCompaction } from '../compaction/background-compaction.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import { askPolicy, deferred, isDeferred, isRequestDue } from '../request/decide.js';
import { askForHandover, asksForHandover, handoverAsked } from './ask-for-handover.js';
import { describeRequest, type PreparedRequest } from '../request/describe-request.js';
import { completeEpoch } from '../request/complete-epoch.js';
import { createPendingMemory } from '../request/request-input.js';
import { type RequestView, viewSession } from '../request/request-view.js';
import type { PrefixMark } from '../state/request-mark.js';

/** `session.prepare`: the next request, made again when another process was quicker. */
export function prepareNext(
  work: SessionWork,
  { abortSignal, deferTools: isDeferring, ...given }: PrepareNextOptions = {},
): Promise<PreparedRequest> {
  const { logs, config, background, memory, record, requestUsage } = work;
  return work.queue.runAbortable(abortSignal, async (signal) => {
    const chosen = isDeferring === true ? await deferTools(work, given.tools) : undefined;
    const measured = measureInputs(work, given, chosen);
    const isFirst = logs.current.inputs === undefined;
    let since = 0;
    let session: PrepareInput = work;
    const request = await logs.retryOnConflict(async () => {
      since = logs.recordCount;
      memory?.begin();
      const pendingMemory = memory === undefined ? undefined : createPendingMemory(isFirst);
      session = { logs, config, measured, record, background, memory, pendingMemory, signal };
      if (work.isRestart) await restoreTurns(session);
      return withPresentContent(session, await prepareRequest(session));
    });
    abortSignal?.throwIfAborted();
    work.remember(measured);
    requestUsage.sent(request.state.used.total, since, prefixOf(session));
    for (const message of request.messages) freeze(message);
    return chosen === undefined ? request : { ...request, activeTools: chosen.names };
  });
}

type PrepareNextOptions = PrepareOptions & DefersTools & Abortable;

function measureInputs(
  work: SessionWork,
  given: PrepareOptions,
  chosen: DeferredTools | undefined,
): MeasuredInputs {
  if (chosen === undefined) return work.measure(given);
  const { tools, change } = chosen;
  const measured = work.measure({ ...given, tools });
  return change === undefined ? measured : { ...measured, toolsChange: change };
}

/**
 * The next request. Decisions that change what is sent are recorded before it is handed out, so
 * that the same session, opened elsewhere, makes the same bytes.
 */
async function prepareRequest(session: PrepareInput): Promise<PreparedRequest> {
  const view = await completeEpoch(session);
  const verdict = askPolicy(view);
  const { decision } = verdict;
  if (asksForHandover(view, decision)) {
    await askForHandover(session, view);
    return describeRequest(viewSession(session), verdict, handoverAsked(decision));
  }
  if (decision.action === 'keep') {
    await declineRequest(session, view, decision.reason);
    return describeRequest(view, verdict);
  }
  if (!isDeferred(view, decision)) return compactRequest(session, view, decision);
  startBackgroundCompaction(session, view, decision);
  return describeRequest(view, verdict, deferred(decision));
}

/** The request with what is said of files that have changed, where an epoch has just begun. */
async function withPresentContent(
  session: PrepareInput,
  request: PreparedRequest,
): Promise<PreparedRequest> {
  if (session.config.hooks.readResource === undefined) return request;
  if (!(await checkResources(session))) return request;
  const view = viewSession(session);
  return describeRequest(view, askPolicy(view), request.plan.decision);
}

/** What the answer to the request that was just made will stand behind, where that matters. */
function prefixOf(session: PrepareInput): PrefixMark | undefined {
  return bindsThinking(session.config.model) ? viewSession(session).draft.prefix : undefined;
}

/** Closes the agent's request for a compaction, also where there is nothing to compact. */
async function declineRequest(
  { record }: PrepareInput,
  view: RequestView,
  declined: string,
): Promise<void> {
  const { epoch, entryCount, compactionRequest } = view.state;
  if (compactionRequest === undefined || !isRequestDue(view)) return;
  const { reason } = compactionRequest;
  await record({ type: 'compaction-request', epoch, seq: entryCount - 1, reason, declined });
}

/**
 * A request's messages are the session's own: a change by the caller would change later requests.
 */
function freeze(message: ModelMessage): void {
  if (Object.isFrozen(message)) return;
  Object.freeze(message);
  if (typeof message.content === 'string') return;
  Object.freeze(message.content);
  for (const part of message.content) Object.freeze(part);
}
