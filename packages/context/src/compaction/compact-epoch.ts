import { untilAborted } from '@everlong/core/internal';
import type { CompactionRecord } from '@everlong/core';

import { type CompactionInput, planCompaction } from './plan-compaction.js';
import { announceCompaction } from './announce-compaction.js';
import { callHook } from '../state/hooks.js';
import { maskedTokensOf } from '../truncation/mask-group.js';
import { cachedRequest } from './cached-request.js';
import type { NextSnapshot } from './next-snapshot.js';
import { isPinned } from '../state/is-pinned.js';
import { openExchange } from '../rendering/open-exchange.js';
import type { CompactionDecision } from '../policies/policy.js';
import type { PrepareInput } from './prepare-input.js';
import type { RequestInput } from '../request/request-input.js';
import { epochInputs } from '../request/request-inputs.js';
import { budgetTokensOf, measure, policyContext } from '../request/request-view.js';
import { applyCompaction } from '../state/session-state.js';
import { withSpan, sessionAttributes } from '../tracing.js';
import type { MessageGroup } from '../rendering/message-group.js';

/** What a compaction may be given besides its decision. */
export interface CompactOptions {
  /** Wishes for the snapshot. */
  instructions?: string | undefined;
  /** By how much attempts before this one were too long. */
  excessTokens?: number;
  /** The snapshot that goes with the decision, made beforehand. */
  made?: NextSnapshot;
}

/** A compaction that frees less than this share of the input budget is not worth a new prefix. */
export const MIN_GAIN_SHARE = 0.05;

/** Begins the next epoch as decided: durable when it resolves. */
export function compactEpoch(
  input: PrepareInput,
  decision: CompactionDecision,
  options: CompactOptions = {},
): Promise<CompactionRecord> {
  const { sessionId: id, agent } = input.state;
  const attributes = {
    ...sessionAttributes({ id, agent, model: input.config.model }),
    'everlong.background': options.made !== undefined,
    'everlong.used_tokens': measure(input).usedTokens,
  };
  return withSpan('compact_conversation', attributes, async (note) => {
    const record = await beginNextEpoch(input, decision, options);
    note(() => ({
      'everlong.kind': record.kind,
      'everlong.epoch': record.epoch,
      'everlong.reason': record.reason,
      'everlong.used_tokens_after': measure(input).usedTokens,
    }));
    return record;
  });
}

async function beginNextEpoch(
  input: PrepareInput,
  decision: CompactionDecision,
  options: CompactOptions,
): Promise<CompactionRecord> {
  const { state, config, signal } = input;
  if (options.made === undefined) await untilAborted(announceCompaction(input, decision), signal);
  const record = await planCompaction({ ...compactionInput(input, decision), ...options, signal });
  signal?.throwIfAborted();
  await input.record(record, { expectedEpoch: state.epoch });
  applyCompaction(state, record, config);
  const { sessionId, agent } = state;
  await callHook(config.hooks, 'onCompaction', input.record, { sessionId, agent, record });
  return record;
}

/** What a compaction is worked out from. */
export function compactionInput(
  input: RequestInput,
  decision: CompactionDecision,
): CompactionInput {
  const { state, config, measured } = input;
  const budgetTokens = budgetTokensOf(input);
  const draft = measure(input);
  const { latestUser } = policyContext(input, draft);
  return {
    ...config,
    state,
    decision,
    draft,
    inputBudget: config.policy.unlimited === true ? Number.MAX_SAFE_INTEGER : budgetTokens,
    latestUser: state.list.groups[latestUser],
    live: (fromSeq, toSeq) => cachedRequest(input, fromSeq, toSeq),
    inputs: epochInputs(measured, state, config, budgetTokens),
  };
}

/** Tokens of what a decision leaves out, and what its masks save; a new snapshot is not counted. */
export function tokensFreed(
  { state, config }: RequestInput,
  { firstKept, firstMasked = firstKept, alsoKeep }: CompactionDecision,
): number {
  const { groups } = state.list;
  const latestUser = groups.findLastIndex((group) => group.startsTurn);
  const open = openExchange(groups);
  const stays = (group: MessageGroup, index: number): boolean =>
    index === latestUser ||
    group === open ||
    alsoKeep?.has(index) === true ||
    isPinned(state, group);
  return groups.slice(0, firstKept).reduce((sum, group, index) => {
    if (stays(group, index)) return sum;
    return sum + group.tokens - (index < firstMasked ? 0 : maskedTokensOf(group, config.counter));
  }, 0);
}
