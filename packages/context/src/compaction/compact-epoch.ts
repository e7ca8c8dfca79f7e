import type { CompactionRecord, NoteRecord } from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';

import { announceCompaction } from './announce-compaction.js';
import { rangeNote } from './range-note.js';
import { planEpoch, type PlanOptions } from './plan-epoch.js';
import type { PrepareInput } from './prepare-input.js';
import type { CompactionDecision } from '../policies/policy.js';
import { askProfile } from '../request/ask-profile.js';
import { type RequestView, viewRequest, viewSession } from '../request/request-view.js';
import { applyRecord } from '../state/apply-record.js';
import { callHook } from '../state/hooks.js';
import { sessionAttributes, withSpan } from '../tracing.js';

export interface CompactOptions extends PlanOptions {
  /** Begins no epoch unless its request is smaller, and a snapshot covers what leaves it. */
  mustShrink?: boolean;
}

/**
 * Begins the next epoch as decided: durable and in force when it resolves; with `undefined` where
 * none began, since `mustShrink` rules it out.
 */
export function compactEpoch(
  session: PrepareInput,
  view: RequestView,
  decision: CompactionDecision,
  options: CompactOptions = {},
): Promise<CompactionRecord | undefined> {
  const { sessionId: id, agent } = view.state;
  const attributes = {
    ...sessionAttributes({ id, agent, model: view.config.model }),
    'everlong.background': options.made !== undefined,
    'everlong.used_tokens': view.draft.usedTokens,
  };
  return withSpan('compact_conversation', attributes, async (note) => {
    const record = await beginNextEpoch(session, view, decision, options);
    if (record === undefined) return undefined;
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
  { mustShrink = false, ...options }: CompactOptions,
): Promise<CompactionRecord | undefined> {
  const { config, signal } = session;
  const { sessionId, agent, epoch } = view.state;
  if (options.made === undefined && config.hooks.onBeforeCompaction !== undefined) {
    await untilAborted(announceCompaction(session, view, decision), signal);
  }
  signal?.throwIfAborted();
  const keepStep = (step: NoteRecord): Promise<void> =>
    session.record(step, { expectedEpoch: epoch });
  const isCleared = options.clear === true ? { isCleared: true } : {};
  const hasMemory = session.memory !== undefined;
  const profile = hasMemory ? await askProfile(session, view.budget, isCleared) : undefined;
  const record = await planEpoch(view, decision, { ...options, profile, signal, keepStep });
  if (mustShrink && !isWorthIt(view, decision, record)) {
    const { usage } = record;
    const reason = NOT_SMALLER;
    if (usage !== undefined) await session.record({ type: 'attempt', epoch, reason, usage });
    return undefined;
  }
  await session.memory?.keep(rangeNote(view.state, record));
  signal?.throwIfAborted();
  await session.record(record, { expectedEpoch: epoch });
  if (config.hooks.onCompaction !== undefined) {
    await callHook(config.hooks, 'onCompaction', session.record, { sessionId, agent, record });
  }
  return record;
}

/** Why a compaction that was asked for is not made. */
export const NOT_SMALLER = 'a summary would not make the request smaller';

/** Whether the next request is smaller, with a snapshot of what leaves it where one was decided. */
export function isWorthIt(
  before: RequestView,
  decision: CompactionDecision,
  record: CompactionRecord,
): boolean {
  if (decision.action === 'snapshot' && record.snapshot === undefined) return false;
  const { state, config, measured } = before;
  const after = viewRequest({ state: applyRecord(state, record, -1, config), config, measured });
  return after.draft.usedTokens < before.draft.usedTokens;
}
