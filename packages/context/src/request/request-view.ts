import type { Budget } from '@everlong/budget';

import { draftRequest, type DraftRequest } from './draft-request.js';
import { inputBudget } from './input-budget.js';
import { isPromptCacheExpired } from './prompt-cache-expiry.js';
import { changedInput } from './request-inputs.js';
import type { RequestInput, RequestSession } from './request-input.js';
import type { PolicyContext } from '../policies/policy.js';
import { isReply } from '../policies/turn-groups.js';
import type { SessionConfig } from '../state/session-config.js';
import { withinLimits } from '../truncation/limit-files.js';

/** All that is to be known of the request that a state makes: worked out once for each state. */
export interface RequestView extends RequestInput {
  readonly draft: DraftRequest;
  /** What the request may fill, and what had to shrink for it. */
  readonly budget: Budget;
  /** Whether it keeps to the budget and to the provider's limits of files and messages. */
  readonly fits: boolean;
  /** Why the epoch's instructions, tools or model no longer hold; `undefined` when they do. */
  readonly changedInput: string | undefined;
  /** What the policy sees of it. */
  readonly context: PolicyContext;
}

/** Pure: the same state gives the same view. */
export function viewRequest(input: RequestInput): RequestView {
  const { state, config, measured } = input;
  const draft = draftRequest(state, measured, config.settings.summaryPlacement, config.counter);
  const budget = inputBudget(state, config);
  return {
    state,
    config,
    measured,
    draft,
    budget,
    fits: fits(input, draft, budget),
    changedInput: changedInput(measured, state, config.model),
    context: policyContext(input, draft, budget),
  };
}

/** The view of a session as it is now. */
export function viewSession({ logs, config, measured }: RequestSession): RequestView {
  return viewRequest({ state: logs.current, config, measured });
}

function fits(
  { state, config }: RequestInput,
  { usedTokens, messages }: DraftRequest,
  budget: Budget,
): boolean {
  if (config.policy.unlimited === true) return true;
  if (state.unreadThrough >= 0) return false;
  return usedTokens <= budget.inputBudget && withinLimits(messages, config.limits);
}

/** Whether a snapshot waits for a model. */
function asksModel({ summarizer, settings }: SessionConfig): boolean {
  return summarizer.usesModel === true && settings.autoSummarize !== false;
}

function policyContext(
  { state, config }: RequestInput,
  draft: DraftRequest,
  { inputBudget: budgetTokens }: Budget,
): PolicyContext {
  const groups = state.groups.list;
  const latestUser = groups.findLastIndex((group) => group.startsTurn);
  const newest = groups.at(-1);
  const sinceSnapshot = groups.filter((group) => group.from > state.snapshotAtSeq);
  // What a snapshot left out at its making waits for the next one, like what came after it.
  const coveredThrough = state.snapshot?.throughSeq ?? state.snapshotAtSeq;
  const trimmed = state.compaction?.trimmedTokens ?? 0;
  const throughSeq = state.compaction?.throughSeq ?? -1;
  return {
    settings: config.settings,
    groups,
    firstNew: groups.findLastIndex((group) => group.from <= throughSeq) + 1,
    prices: config.prices,
    promptCacheExpired: isPromptCacheExpired(groups, config.cacheLifetimeMs),
    inputBudget: budgetTokens,
    window: config.window,
    fixedTokens: draft.fixedTokens,
    snapshotTokens: draft.snapshotTokens,
    usedTokens: draft.usedTokens,
    maskedTokens: config.sizes.masked,
    cutTokens: config.sizes.cut,
    latestUser,
    turnComplete:
      latestUser >= 0 &&
      (latestUser === groups.length - 1 || (newest !== undefined && isReply(newest))),
    overflowed: state.overflowed,
    asksModel: asksModel(config),
    sinceSnapshot: {
      messages: state.entryCount - Math.max(state.head.length, coveredThrough + 1),
      tokens: sinceSnapshot.reduce((sum, group) => sum + group.tokens, trimmed),
      leftOutTokens: trimmed,
    },
  };
}
