import type { ContextLevel, ContextState, ModelMessage } from '@everlong/core';

import type { Verdict } from './decide.js';
import {
  planAdditions,
  planLosses,
  planRanges,
  type PlannedRanges,
  type RequestPlan,
} from './request-plan.js';
import type { RequestView } from './request-view.js';
import type { PolicyContext } from '../policies/policy.js';
import type { SessionState } from '../state/session-state.js';

/** A request that fits, with its gauge and its plan. */
export interface PreparedRequest {
  /** The system prompt to send, which may hold the snapshot. */
  instructions: string;
  /** To send as they are, in this order. */
  messages: ModelMessage[];
  /** The gauge of this very request. */
  state: ContextState;
  /** What became of every entry, and why. */
  plan: RequestPlan;
  /** With `systemMessages`: the tools to send, where they are not those that were given. */
  tools?: object[];
  /** With `deferTools`: the tools to call the model with, for `activeTools`. */
  activeTools?: string[];
}

/**
 * The request of a view with its gauge and its plan; decides nothing. `decided`: what was decided
 * for this request, where that is not what the verdict says of the next `prepare`.
 */
export function describeRequest(
  view: RequestView,
  verdict: Verdict,
  { action, reason }: RequestPlan['decision'] = verdict.decision,
): PreparedRequest {
  return {
    instructions: view.draft.instructions.text,
    messages: [...view.draft.messages],
    state: createGauge(view, verdict),
    plan: createPlan(view, verdict, { action, reason }),
  };
}

/** The plan of a request, with what was decided for it. */
function createPlan(
  { state, config, draft, budget }: RequestView,
  { clamps }: Verdict,
  decision: RequestPlan['decision'],
): RequestPlan {
  let made: PlannedRanges | undefined;
  const planned = (): PlannedRanges => (made ??= planRanges(state, draft, config.counter));
  const plan = {
    policy: config.policy.name,
    epoch: state.epoch,
    clamps: [...budget.clamps, ...clamps],
    hookFailures: [...state.hookFailures].map(([hook, problem]) => ({ hook, problem })),
    decision,
    explain: (seq: number) => planned().explain(seq),
  };
  const values: OnDemand = {
    ranges: () => planned().ranges,
    additions: () => planAdditions(state, config.counter),
    losses: () => planLosses(draft),
  };
  Object.defineProperty(plan, VALUES, { value: values });
  return Object.defineProperties(plan, accessors) as typeof plan & RequestPlan;
}

/** The parts of a plan that are worked out when they are read. */
interface OnDemand {
  ranges(): RequestPlan['ranges'];
  additions(): RequestPlan['additions'];
  losses(): RequestPlan['losses'];
}

const VALUES = Symbol('everlong.planValues');

/**
 * Shared by all plans. An object literal with getters has a hidden class of its own, which V8 keeps,
 * with the session's state that the getters reach, until the next full collection.
 */
const accessors = {
  ranges: accessorOf('ranges'),
  additions: accessorOf('additions'),
  losses: accessorOf('losses'),
};

function accessorOf(name: keyof OnDemand): PropertyDescriptor & ThisType<{ [VALUES]: OnDemand }> {
  return {
    enumerable: true,
    get() {
      return this[VALUES][name]();
    },
  };
}

/** Shares of the input budget that level a policy without thresholds of its own. */
const DEFAULT_SOFT = 0.75;
const DEFAULT_HARD = 0.9;

/** The one gauge of a context; the verdict says what the next `prepare` would do with it. */
export function createGauge(view: RequestView, { decision, triggers }: Verdict): ContextState {
  const { state, config, draft, context } = view;
  const { inputBudget } = context;
  const { calibration, truncation } = state.usage;
  const { action, reason: nextReason } = decision;
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
      memory: draft.memoryTokens,
      messages: draft.messageTokens,
    },
    ratio: draft.usedTokens / inputBudget,
    level: levelOf(context),
    source: calibration.calls > 0 ? 'provider' : config.tokenizer.source,
    ...(calibration.calls > 0
      ? { providerTokens: calibration.providerTokens(draft.usedTokens) }
      : {}),
    ...(truncation === undefined ? {} : { truncation }),
    triggers: triggers.map((trigger) => ({
      ...trigger,
      ratio: Math.max(0, trigger.value / trigger.limit),
    })),
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
