import type { CountSource } from '@everlong/core';

import type { ContextLevel, ContextState } from '../state/context-state.js';
import type { DraftRequest } from './draft-request.js';
import type { Policy, PolicyContext, PolicyDecision } from '../policies/policy.js';
import type { SessionState } from '../state/session-state.js';

/** Shares of the input budget that level a policy without thresholds of its own. */
const DEFAULT_SOFT = 0.75;
const DEFAULT_HARD = 0.9;

export interface GaugeInput {
  state: SessionState;
  draft: DraftRequest;
  context: PolicyContext;
  policy: Policy;
  window: number;
  source: CountSource;
  /** What the next `prepare` would do. */
  next: PolicyDecision;
}

/** The one gauge of a context, from the request as it is. */
export function createGauge(input: GaugeInput): ContextState {
  const { state, draft, context, policy } = input;
  const { inputBudget } = context;
  const { action, reason: because } = input.next;
  const lastCompaction = describeCompaction(state);
  const reason = action === 'keep' ? lastCompaction?.reason : because;
  return {
    window: input.window,
    inputBudget,
    used: {
      total: draft.usedTokens,
      instructions: draft.fixedTokens - draft.toolTokens,
      tools: draft.toolTokens,
      summary: draft.snapshotTokens,
      memory: 0,
      messages: draft.messageTokens,
    },
    ratio: draft.usedTokens / inputBudget,
    level: levelOf(context),
    source: state.calibration.calls > 0 ? 'provider' : input.source,
    ...(state.calibration.calls > 0
      ? { providerTokens: state.calibration.providerTokens(draft.usedTokens) }
      : {}),
    ...(state.truncation === undefined ? {} : { truncation: state.truncation }),
    triggers: policy
      .triggers(context)
      .map((trigger) => ({ ...trigger, ratio: Math.max(0, trigger.value / trigger.limit) })),
    willCompact: action !== 'keep',
    next: { action, reason: because },
    epoch: state.epoch,
    ...(reason === undefined ? {} : { reason }),
    ...(lastCompaction === undefined ? {} : { lastCompaction }),
    ...(state.spend === undefined ? {} : { spend: state.spend }),
  };
}

function levelOf({ settings, usedTokens, inputBudget }: PolicyContext): ContextLevel {
  const ratio = usedTokens / inputBudget;
  if (ratio > 1) return 'over';
  if (ratio >= (settings.hardThreshold ?? DEFAULT_HARD)) return 'hard';
  return ratio >= (settings.softThreshold ?? DEFAULT_SOFT) ? 'soft' : 'normal';
}

function describeCompaction(state: SessionState): ContextState['lastCompaction'] {
  const { compaction, snapshot } = state;
  if (compaction === undefined) return undefined;
  const { epoch, kind, throughSeq, reason, createdAt } = compaction;
  return {
    epoch,
    kind,
    throughSeq,
    summarizedMessages: snapshot?.messagesCovered ?? 0,
    snapshotTokens: snapshot?.tokens ?? 0,
    snapshots: snapshot === undefined ? 0 : (snapshot.parts?.length ?? 1),
    reason,
    createdAt,
  };
}
