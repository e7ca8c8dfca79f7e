import type { ContextLevel, ContextState } from '../state/context-state.js';
import type { PolicyContext, PolicyDecision } from '../policies/policy.js';
import type { RequestView } from './request-view.js';
import type { SessionState } from '../state/session-state.js';

/** Shares of the input budget that level a policy without thresholds of its own. */
const DEFAULT_SOFT = 0.75;
const DEFAULT_HARD = 0.9;

/** The one gauge of a context; `next` is what the next `prepare` would do with it. */
export function createGauge(view: RequestView, next: PolicyDecision): ContextState {
  const { state, config, draft, context } = view;
  const { inputBudget } = context;
  const { calibration, truncation } = state.usage;
  const { action, reason: nextReason } = next;
  const lastCompaction = describeCompaction(state);
  const reason = action === 'keep' ? lastCompaction?.reason : nextReason;
  return {
    window: config.window,
    ...(config.windowWarning === undefined ? {} : { windowWarning: config.windowWarning }),
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
    source: calibration.calls > 0 ? 'provider' : config.tokenizer.source,
    ...(calibration.calls > 0
      ? { providerTokens: calibration.providerTokens(draft.usedTokens) }
      : {}),
    ...(truncation === undefined ? {} : { truncation }),
    triggers: config.policy
      .triggers(context)
      .map((trigger) => ({ ...trigger, ratio: Math.max(0, trigger.value / trigger.limit) })),
    willCompact: action !== 'keep',
    next: { action, reason: nextReason },
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
