import type { CompactionRecord, NoteRecord, Usage } from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';

import { rangeNote } from './range-note.js';
import { planEpoch, type PlanOptions } from './plan-epoch.js';
import { keepBehind, planProviderEpoch } from './provider-epoch.js';
import { askProvider } from './provider-snapshot.js';
import type { PrepareInput } from './prepare-input.js';
import type { CompactionDecision } from '../policies/policy.js';
import { epochProfile } from '../request/epoch-profile.js';
import { type RequestView, viewSession } from '../request/request-view.js';
import { callHook } from '../config/hooks.js';
import { readRemaining } from '../state/read-remaining.js';
import { sessionAttributes, withSpan } from '../tracing.js';

/** Begins the next epoch as decided: durable and in force when it resolves. */
export function compactEpoch(
  session: PrepareInput,
  view: RequestView,
  decision: CompactionDecision,
  options: PlanOptions = {},
): Promise<CompactionRecord> {
  const { sessionId: id, agent } = view.state;
  const attributes = {
    ...sessionAttributes({ id, agent, model: view.config.model }),
    'everlong.background': options.finishedSnapshot !== undefined,
    'everlong.used_tokens': view.draft.usedTokens,
  };
  return withSpan('compact_conversation', attributes, async (note) => {
    const record = await beginNextEpoch(session, view, decision, options);
    note(() => ({
      'everlong.kind': record.kind,
      'everlong.epoch': record.epoch,
      'everlong.reason': record.reason,
      'everlong.used_tokens_after': viewSession(session).draft.usedTokens,
    }));
    return record;
  });
}

async function beginNextEpoch(
  session: PrepareInput,
  view: RequestView,
  decision: CompactionDecision,
  options: PlanOptions,
): Promise<CompactionRecord> {
  const { config, signal } = session;
  const { sessionId, agent, epoch } = view.state;
  if (options.finishedSnapshot === undefined && config.hooks.onBeforeCompaction !== undefined) {
    await untilAborted(announceCompaction(session, view, decision), signal);
  }
  signal?.throwIfAborted();
  if (options.finishedSnapshot === undefined) await session.memory?.extract();
  const keepStep = (step: NoteRecord): Promise<void> =>
    session.record(step, { expectedEpoch: epoch });
  const isCleared = options.clear === true ? { isCleared: true } : {};
  const hasMemory = session.memory !== undefined;
  const profile = hasMemory ? await epochProfile(session, view.budget, isCleared) : undefined;
  const record = await bookIfAborted(session, (onAborted) =>
    nextEpoch(view, decision, { ...options, profile, signal, onAborted, keepStep }),
  );
  await session.memory?.keep(() => rangeNote(view, record));
  signal?.throwIfAborted();
  await session.record(record, { expectedEpoch: epoch });
  if (config.hooks.onCompaction !== undefined) {
    await callHook(session, 'onCompaction', { sessionId, agent, record });
  }
  return record;
}

/** The next epoch: behind a provider's block where one is to be had, else by the session's own means. */
async function nextEpoch(
  view: RequestView,
  decision: CompactionDecision,
  options: PlanOptions,
): Promise<CompactionRecord> {
  const { finishedSnapshot, clear, personText } = options;
  const isOwn =
    view.config.compactor === undefined ||
    finishedSnapshot !== undefined ||
    clear === true ||
    personText !== undefined;
  const asked = isOwn ? {} : await askProvider(view, decision, options);
  const next = finishedSnapshot ?? asked.next;
  if (next?.made?.providerBlock === undefined)
    return planEpoch(view, decision, { ...options, asked });
  return (
    planProviderEpoch(view, decision, next, options) ??
    // What follows the block is too long, or pinned: it is fitted beside it.
    planEpoch(view, keepBehind(view, decision, next.made), { ...options, finishedSnapshot: next })
  );
}

/** Records what a summary was billed that was not waited for. */
async function bookIfAborted<Result>(
  { logs, record }: PrepareInput,
  run: (onAborted: (usage: Usage) => void) => Promise<Result>,
): Promise<Result> {
  let billed: Usage | undefined;
  try {
    return await run((usage) => {
      billed = usage;
    });
  } catch (error) {
    if (billed !== undefined) {
      const reason = 'a compaction was aborted while its snapshot was made';
      await record({ type: 'attempt', epoch: logs.current.epoch, reason, usage: billed });
    }
    throw error;
  }
}

/** Calls `onBeforeCompaction` with the entries that are about to leave; not where none does. */
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
