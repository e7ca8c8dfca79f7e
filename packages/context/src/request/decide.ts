import type { Clamp } from '@everlong/budget';
import { ConfigError } from '@everlong/core';
import { showValue } from '@everlong/core/internal';

import { firstRefilled } from '../presets/newest.js';
import type {
  CompactionDecision,
  Policy,
  PolicyDecision,
  PolicyTrigger,
} from '../policies/policy.js';
import { firstRecent, openExchange } from '../rendering/message-group.js';
import type { RequestPlan } from './request-plan.js';
import type { RequestView } from './request-view.js';
import { minTokensFreed, tokensFreed } from './tokens-freed.js';

/** What is decided about a request, and what the policy says of it. */
export interface Verdict {
  /** What has to happen before the request is sent. */
  decision: PolicyDecision;
  /** What starts a compaction, and how near it is. */
  triggers: readonly PolicyTrigger[];
  /** Reserves and protections of the policy's own that had to shrink. */
  clamps: readonly Clamp[];
}

const ACTIONS: ReadonlySet<unknown> = new Set(['keep', 'trim', 'snapshot', 'mask']);

/** The decision of a policy, which may be anybody's; throws `ConfigError` for anything else. */
export function checkDecision(policy: Policy, decision: PolicyDecision): PolicyDecision {
  const given = (decision ?? {}) as Partial<Record<keyof CompactionDecision, unknown>>;
  const { action, reason, firstKept, maxTokens } = given;
  const isWhole = ACTIONS.has(action) && typeof reason === 'string';
  const places = action === 'keep' ? [] : [firstKept, maxTokens];
  if (isWhole && places.every((place) => typeof place === 'number' && !Number.isNaN(place))) {
    return decision;
  }
  const shown = { action, reason, ...(action === 'keep' ? {} : { firstKept, maxTokens }) };
  throw new ConfigError(
    `The policy ${showValue(policy.name)} decided ${decision === undefined ? 'nothing' : showValue(shown, 200)}. ` +
      "It has to return { action: 'keep', reason }, or { action: 'trim' | 'snapshot' | 'mask', " +
      'firstKept, maxTokens, reason } with numbers.',
  );
}

/** Asks the policy once, and checks its decision against what the request needs. Pure. */
export function askPolicy(view: RequestView): Verdict {
  const { context } = view;
  const { policy } = view.config;
  const asked = requestedCompaction(view) ?? policy.decide(context);
  const triggers = policy.triggers(context);
  const clamps = policy.clamps?.(context) ?? [];
  return { decision: decide(view, checkDecision(policy, asked)), triggers, clamps };
}

/**
 * The compaction that the agent asked for: not within an exchange, and only where it frees enough.
 * Pure.
 */
function requestedCompaction(view: RequestView): CompactionDecision | undefined {
  const { state, config, context } = view;
  if (!isRequestDue(view)) return undefined;
  const decision = checkDecision(config.policy, config.policy.compactNow(context));
  if (decision.action === 'keep') return undefined;
  if (tokensFreed(view, decision) < minTokensFreed(view)) return undefined;
  const { reason: why, note: handover } = state.compactionRequest ?? {};
  if (handover !== undefined) {
    return { ...decision, asksModel: false, handover, reason: 'the assistant handed over' };
  }
  const mayWait = view.fits && (decision.cuts?.size ?? 0) === 0;
  const reason = `the assistant asked for it: ${why}`;
  return { ...decision, ...(mayWait ? { mayWait } : {}), reason };
}

/** Whether the agent asked for a compaction, and nothing is under way that it would cut short. */
export function isRequestDue({ state, context }: RequestView): boolean {
  return state.compactionRequest !== undefined && openExchange(context.groups) === undefined;
}

/**
 * What has to happen before the request is sent: what the policy asked for, or a compaction that it
 * did not ask for, since the epoch cannot continue or the request does not fit. A compaction of the
 * policy's that frees too little is not made. Pure.
 */
export function decide(view: RequestView, asked: PolicyDecision): PolicyDecision {
  const { epochChange: change } = view;
  const decision = withoutSnapshot(view, asked);
  if (decision.action !== 'keep' && isDue(view, decision)) {
    return change === undefined
      ? decision
      : { ...decision, reason: `${change}; ${decision.reason}` };
  }
  if (change !== undefined) return newEpoch(view, change);
  if (!view.fits) return view.state.unreadThrough < 0 ? forcedTrim(view) : initialCompaction(view);
  return decision.action === 'keep' ? decision : { action: 'keep', reason: 'nothing to gain' };
}

/** The compaction of a request that does not fit, whatever the policy says. */
export function forcedTrim({ budget }: RequestView): CompactionDecision {
  const reason = 'the request did not fit';
  return { action: 'trim', firstKept: 0, maxTokens: budget.inputBudget, reason };
}

/** Whether a compaction has time: its snapshot is made by a model while the request is sent. */
export function isDeferred(view: RequestView, decision: CompactionDecision): boolean {
  return decision.mayWait === true && asksModel(view, decision);
}

/** Whether the snapshot of a compaction is written by a model. */
export function asksModel({ context }: RequestView, decision: CompactionDecision): boolean {
  return context.asksModel && decision.asksModel !== false;
}

/** What is decided for the request that is sent meanwhile. */
export function deferred({ reason }: CompactionDecision): RequestPlan['decision'] {
  return { action: 'keep', reason: `a snapshot is being made: ${reason}` };
}

function isDue(view: RequestView, decision: CompactionDecision): boolean {
  // Where the epoch cannot continue, a new one begins at once; the snapshot has time.
  if (view.epochChange !== undefined) return !isDeferred(view, decision);
  return !view.fits || freesEnough(view, decision);
}

/**
 * Where snapshots are made by hand only, all that fits stays, and no more is left out than must.
 */
function withoutSnapshot(view: RequestView, decision: PolicyDecision): PolicyDecision {
  const { settings } = view.config;
  if (settings.autoSummarize !== false || decision.action !== 'snapshot') return decision;
  if (view.fits) return { action: 'keep', reason: 'everything fits, and summaries are off' };
  const { groups, inputBudget, fixedTokens } = view.context;
  const room = Math.max(0, inputBudget - fixedTokens);
  const maxTokens = fixedTokens + Math.floor(room * (settings.lowWaterMark ?? 1));
  const firstKept = Math.min(
    firstRefilled(view.context, maxTokens),
    firstRecent(groups, settings.minRecentMessages),
  );
  return {
    action: 'trim',
    firstKept,
    maxTokens: inputBudget,
    reason: 'the oldest messages no longer fit, and summaries are off',
  };
}

/** Whether a compaction that is not forced would free enough, and has not just been made. */
function freesEnough(view: RequestView, decision: CompactionDecision): boolean {
  const { compaction, entryCount } = view.state;
  const { action, cuts, required } = decision;
  if (compaction?.throughSeq === entryCount - 1) return false;
  if (action === 'mask' || (cuts !== undefined && cuts.size > 0)) return true;
  const freed = tokensFreed(view, decision);
  if (action === 'trim') return freed > 0;
  // A summary of what was left out without one may cost room.
  if (required === true) return freed > 0 || view.context.sinceSnapshot.leftOutTokens > 0;
  return freed >= minTokensFreed(view);
}

/** Keeps everything that fits, with the inputs as they are now. */
export function newEpoch({ config, budget }: RequestView, reason: string): CompactionDecision {
  const maxTokens = config.policy.unlimited === true ? Number.MAX_SAFE_INTEGER : budget.inputBudget;
  return { action: 'trim', firstKept: 0, maxTokens, reason };
}

/** The log has more entries since the epoch began than any request holds. */
function initialCompaction(view: RequestView): CompactionDecision {
  const { policy } = view.config;
  const decision = checkDecision(policy, policy.compactNow(view.context));
  return decision.action === 'keep' ? forcedTrim(view) : decision;
}
