import { isPromptCacheExpired } from './prompt-cache-expiry.js';
import { draftRequest, type DraftRequest } from './draft-request.js';
import { inputBudget } from './input-budget.js';
import { withinLimits } from '../truncation/limit-files.js';
import { maskedTokensOf } from '../truncation/mask-group.js';
import type { PolicyContext } from '../policies/policy.js';
import type { RequestInput } from './request-input.js';
import type { SessionConfig } from '../state/session-config.js';
import { cutTokensOf } from '../truncation/apply-truncation.js';
import { isReply } from '../policies/turn-groups.js';

/** The most tokens that the request may have. */
export function budgetTokensOf({ state, config }: RequestInput): number {
  return inputBudget(state, config).inputBudget;
}

/** The request as the epoch in force makes it. */
export function measure({ state, config, measured }: RequestInput): DraftRequest {
  return draftRequest(state, measured, config.settings.summaryPlacement, config.counter);
}

export function fits(input: RequestInput): boolean {
  if (input.config.policy.unlimited === true) return true;
  if (input.state.unreadThrough >= 0) return false;
  const { usedTokens, messages } = measure(input);
  return usedTokens <= budgetTokensOf(input) && withinLimits(messages, input.config.limits);
}

/** Whether a compaction would wait for a model. */
export function asksModel({ summarizer, settings }: SessionConfig): boolean {
  return summarizer.usesModel === true && settings.autoSummarize !== false;
}

/** What the policy sees of it. */
export function policyContext(input: RequestInput, draft: DraftRequest): PolicyContext {
  const { state, config } = input;
  const { groups } = state.list;
  const latestUser = groups.findLastIndex((group) => group.startsTurn);
  const newest = groups.at(-1);
  const sinceGroups = groups.filter((group) => group.from > state.snapshotAtSeq);
  const trimmed = state.compaction?.trimmedTokens ?? 0;
  return {
    settings: config.settings,
    groups,
    firstNew:
      groups.findLastIndex((group) => group.from <= (state.compaction?.throughSeq ?? -1)) + 1,
    prices: config.prices,
    promptCacheExpired: isPromptCacheExpired(groups, config.cacheLifetimeMs),
    inputBudget: budgetTokensOf(input),
    window: config.window,
    fixedTokens: draft.fixedTokens,
    snapshotTokens: draft.snapshotTokens,
    usedTokens: draft.usedTokens,
    maskedTokens: (group) => maskedTokensOf(group, config.counter),
    cutTokens: (group, cut) => cutTokensOf(group, cut, config.counter),
    latestUser,
    turnComplete:
      latestUser >= 0 &&
      (latestUser === groups.length - 1 || (newest !== undefined && isReply(newest))),
    overflowed: state.overflowed,
    asksModel: asksModel(config),
    sinceSnapshot: {
      messages: state.entryCount - Math.max(state.head.length, state.snapshotAtSeq + 1),
      tokens: sinceGroups.reduce((sum, group) => sum + group.tokens, trimmed),
    },
  };
}
