import type { InputChange, ModelMessage } from '@everlong/core';
import { bindsThinking } from '@everlong/tokenizer';

import { checkResources } from './check-resources.js';
import { compactRequest } from './compact-request.js';
import { restoreTurns } from './restore-turns.js';
import { type DeferredTools, deferTools } from './defer-tools.js';
import type {
  Abortable,
  DefersTools,
  PrepareOptions,
  CallTraits,
} from '../session-work/call-options.js';
import {
  baseTools,
  type EffectiveInputs,
  effectiveInputs,
  noteOfChange,
} from './effective-inputs.js';
import { withSystemMessages } from '../rendering/system-notes.js';
import type { MeasuredInputs } from '../request/measured-inputs.js';
import type { SessionWork } from '../session-work/session-work.js';
import { startBackgroundCompaction } from '../compaction/background-compaction.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import { askPolicy, deferred, forcedTrim, isDeferred, isRequestDue } from '../request/decide.js';
import { askForHandover, asksForHandover, handoverAsked } from './ask-for-handover.js';
import { describeRequest, type PreparedRequest } from '../request/describe-request.js';
import { completeEpoch } from '../request/complete-epoch.js';
import { createPendingMemory } from '../request/request-input.js';
import { type RequestView, viewSession } from '../request/request-view.js';
import type { PrefixMark } from '../state/request-mark.js';

/** `session.prepare`: the next request, made again when another process was quicker. */
export function prepareNext(
  work: SessionWork,
  {
    abortSignal,
    deferTools: isDeferring,
    systemMessages = false,
    compactsItself = false,
    streamed = false,
    ...given
  }: PrepareNextOptions = {},
): Promise<PreparedRequest> {
  const { logs, config, background, memory, record, requestUsage } = work;
  const traits = { systemMessages, streamed };
  return work.queue.runAbortable(abortSignal, async (signal) => {
    const chosen = isDeferring === true ? await deferTools(work, given.tools) : undefined;
    const measuredGiven = measureInputs(work, given, chosen);
    const isFirst = logs.current.inputs === undefined;
    let since = 0;
    let session: PrepareInput = work;
    const request = await logs.retryOnConflict(async () => {
      since = logs.recordCount;
      memory?.begin();
      const pendingMemory = memory === undefined ? undefined : createPendingMemory(isFirst);
      const inputs = createInputs(work, measuredGiven, systemMessages);
      const parts = { logs, config, record, background, memory, pendingMemory, signal };
      const asked = { ...parts, given: measuredGiven, traits, [INPUTS]: inputs };
      session = Object.defineProperty(asked, 'measured', MEASURED) as typeof asked & PrepareInput;
      if (work.isRestart) await restoreTurns(session);
      const made = await withPresentContent(session, await prepareRequest(session, compactsItself));
      return withChange(session, made, inputs().change);
    });
    abortSignal?.throwIfAborted();
    const { measured } = session;
    work.remember(measured, traits);
    const call = { prefix: prefixOf(session), compactsItself };
    requestUsage.sent(request.state.used.total, since, call);
    for (const message of request.messages) freeze(message);
    const { inputBase } = logs.current;
    const tools =
      measured.isBase === true && inputBase !== undefined
        ? { tools: baseTools(given.tools, inputBase) }
        : {};
    const isSent = measured.isBase === true || chosen === undefined;
    const messages = systemMessages ? withSystemMessages(request.messages) : request.messages;
    return { ...request, messages, ...tools, ...(isSent ? {} : { activeTools: chosen.names }) };
  });
}

const INPUTS = Symbol('everlong.inputs');

/** Shared by all calls: V8 keeps the hidden class of an object literal with a getter. */
const MEASURED: PropertyDescriptor & ThisType<{ [INPUTS](): EffectiveInputs }> = {
  enumerable: true,
  get() {
    return this[INPUTS]().measured;
  },
};

/** What requests are made with, until an epoch begins that is made with something else. */
function createInputs(
  work: SessionWork,
  given: MeasuredInputs,
  systemMessages: boolean,
): () => EffectiveInputs {
  let last: { epoch: unknown; inputs: EffectiveInputs } | undefined;
  return () => {
    const { inputs: epoch } = work.logs.current;
    if (last !== undefined && last.epoch === epoch) return last.inputs;
    const inputs = systemMessages ? effectiveInputs(work, given) : { measured: given };
    last = { epoch, inputs };
    return inputs;
  };
}

/**
 * Says changed instructions and tools at the end of the request; begins an epoch where that does
 * not fit.
 */
async function withChange(
  session: PrepareInput,
  request: PreparedRequest,
  change: InputChange | undefined,
): Promise<PreparedRequest> {
  if (change === undefined) return request;
  const { epoch, entryCount } = session.logs.current;
  const text = noteOfChange(change);
  await session.record({ type: 'injection', epoch, afterSeq: entryCount - 1, text, change });
  const view = viewSession(session);
  if (!view.fits) return compactRequest(session, view, forcedTrim(view));
  return describeRequest(view, askPolicy(view), request.plan.decision);
}

type PrepareNextOptions = PrepareOptions & DefersTools & CallTraits & Abortable;

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
async function prepareRequest(
  session: PrepareInput,
  compactsItself: boolean,
): Promise<PreparedRequest> {
  const view = await completeEpoch(session);
  const verdict = askPolicy(view);
  const { decision } = verdict;
  if (compactsItself && view.fits && view.epochChange === undefined) {
    return describeRequest(view, verdict, { action: 'keep', reason: COMPACTS_ITSELF });
  }
  if (view.config.handover === 'ask' && asksForHandover(view, decision)) {
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

const COMPACTS_ITSELF = 'the call has settings of its own by which the provider compacts it';

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
