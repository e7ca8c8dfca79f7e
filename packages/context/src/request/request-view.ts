import type { Budget } from '@everlong/budget';
import { remainingRanges } from '@everlong/core/store-kit';

import { allowNotes } from './allow-notes.js';
import { draftRequest, type DraftRequest } from './draft-request.js';
import { changedInput, changedPlacement, measureBudget } from './epoch-inputs.js';
import { learningTokensOf, profileTokens, recalledTokens } from './recalled-tokens.js';
import { memoryAllowance } from './memory-allowance.js';
import type { RequestInput, RequestSession } from './request-input.js';
import type { PolicyContext } from '../policies/policy.js';
import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import { isReply, type MessageGroup } from '../rendering/message-group.js';
import type { SessionConfig } from '../config/session-config.js';
import { rangeAt } from '../state/ranges.js';
import type { SessionState } from '../state/session-state.js';

/** Everything about the request that a state makes, worked out once for each state. */
export interface RequestView extends RequestInput {
  readonly draft: DraftRequest;
  /** What the request may fill, and what had to shrink for it. */
  readonly budget: Budget;
  /** Whether it keeps to the budget and to the provider's limits of files and messages. */
  readonly fits: boolean;
  /** The same without what memory recalled and is not decided on. */
  readonly fitsWithoutMemory: boolean;
  /**
   * Why the epoch in force cannot continue, whatever the request's size: its instructions, tools or
   * model changed, or what it may send of files, memory and the latest user message; `undefined`
   * when it can.
   */
  readonly epochChange: string | undefined;
  /** What the policy sees of it. */
  readonly context: PolicyContext;
}

/** Pure: the same state gives the same view. `budget`: that of the state, where it is known. */
export function viewRequest(
  input: RequestInput,
  budget: Budget = measureBudget(input.state, input.config),
): RequestView {
  const { state, config, measured, pendingMemory } = input;
  const draft = draftRequest(input);
  const expectedTokens = pendingMemory?.recalled?.tokens ?? 0;
  const context = policyContext(input, draft, budget);
  return {
    state,
    config,
    measured,
    given: input.given,
    traits: input.traits,
    pendingMemory,
    draft,
    budget,
    fits: fits(input, draft.usedTokens + expectedTokens, draft, budget),
    fitsWithoutMemory: fits(input, draft.usedTokens, draft, budget),
    epochChange:
      changedInput(measured, state, config.model) ??
      changedPlacement(state, config) ??
      changedFiles(state) ??
      changedMemory(input, draft, context) ??
      changedRoom(input, context),
    context,
  };
}

/** Why what memory said in this epoch may be sent no longer; `undefined` when it may. */
function changedMemory(
  { state, config, pendingMemory }: RequestInput,
  { memoryTokens }: DraftRequest,
  context: PolicyContext,
): string | undefined {
  if (pendingMemory?.forgottenEpoch === state.epoch)
    return 'something that memory had said was forgotten';
  if (memoryTokens === 0) return undefined;
  const { maxTokens, maxLearningTokens } = memoryAllowance(config, context);
  const items = state.injections.flatMap(({ memory }) => memory?.items ?? []);
  const isTooMuch = memoryTokens > maxTokens || learningTokensOf(items) > maxLearningTokens;
  return isTooMuch ? 'memory has more than its share of a smaller budget' : undefined;
}

/** What the provider was seen to refuse since the epoch began, which has to be left out now. */
function changedFiles({ newlyRefused }: SessionState): string | undefined {
  if (newlyRefused.length === 0) return undefined;
  return `the provider takes no files of type ${newlyRefused.join(', ')}`;
}

const MORE_ROOM = 'the latest user message fits now as it is';

/**
 * Why the latest user message, which had to be cut, may be sent as it is: in a larger window, for
 * one; `undefined` where it was not cut, or has no room all the same.
 */
function changedRoom(
  { state: { compaction }, config: { counter } }: RequestInput,
  { groups, latestUser, fixedTokens, inputBudget }: PolicyContext,
): string | undefined {
  const group = groups[latestUser];
  if (group === undefined || compaction === undefined) return undefined;
  // Tried once: whatever kept it cut although it fits would do so again.
  if (compaction.reason.startsWith(MORE_ROOM)) return undefined;
  const range = rangeAt(compaction.ranges, group.from);
  if (range?.disposition !== 'truncated' || range.maxTokens === undefined) return undefined;
  const whole = group.entries.reduce((sum, { message }) => sum + counter.message(message), 0);
  // What else the request holds gives way to it.
  const tokens = fixedTokens + whole + REQUEST_SLACK_TOKENS;
  // With room to spare: a provider's next report may correct the budget a little.
  return tokens <= inputBudget * 0.95 ? MORE_ROOM : undefined;
}

/** The view of a session as it is now. */
export function viewSession(
  { logs, config, measured, given, traits, pendingMemory }: RequestSession,
  budget?: Budget,
): RequestView {
  const { current: state } = logs;
  const input = { state, config, measured, given, traits, pendingMemory };
  return viewRequest(input, budget);
}

function fits(
  { state, config }: RequestInput,
  usedTokens: number,
  { isWithinLimits }: DraftRequest,
  { inputBudget: maxTokens }: Budget,
): boolean {
  if (config.policy.unlimited === true) return true;
  if (state.unreadThrough >= 0) return false;
  return usedTokens <= maxTokens && isWithinLimits;
}

/** Tokens of the room for messages that the agent's notes take from the next epoch on. */
function nextNotesTokens(state: SessionState, config: SessionConfig, inputBudget: number): number {
  if (state.notes.length === 0) return 0;
  return allowNotes(state, config, { inputBudget, room: Infinity }).tokens;
}

/** Whether a snapshot can wait for a model. */
function asksModel({ summarizer, compactor, settings, handover }: SessionConfig): boolean {
  const hasModel = summarizer.usesModel === true || compactor !== undefined || handover === 'ask';
  return hasModel && settings.autoSummarize !== false;
}

const NOTHING_RECALLED = { tokens: 0, learningTokens: 0 };

function policyContext(
  { state, config, pendingMemory }: RequestInput,
  draft: DraftRequest,
  { inputBudget: budgetTokens }: Budget,
): PolicyContext {
  const { groups } = draft;
  const latestUser = groups.findLastIndex((group) => group.startsTurn);
  const newest = groups.at(-1);
  const sinceSnapshot = groups.filter((group) => group.from > state.snapshotAtSeq);
  // What a snapshot left out at its making waits for the next one, like what came after it.
  const coveredThrough = state.snapshot?.throughSeq ?? state.snapshotAtSeq;
  const trimmed = state.compaction?.trimmedTokens ?? 0;
  const throughSeq = state.compaction?.throughSeq ?? -1;
  const recalled =
    pendingMemory?.recalled ??
    (state.injections.length === 0
      ? NOTHING_RECALLED
      : recalledTokens(state, groups[latestUser]?.from, config.counter));
  return {
    settings: config.settings,
    groups,
    firstNew: groups.findLastIndex((group) => group.from <= throughSeq) + 1,
    prices: config.prices,
    promptCacheExpired: isPromptCacheExpired(groups, config.cacheLifetimeMs),
    inputBudget: budgetTokens,
    window: config.window,
    fixedTokens:
      draft.fixedTokens +
      nextNotesTokens(state, config, budgetTokens) +
      (state.profile === undefined ? 0 : profileTokens(state, config.counter)) +
      recalled.tokens,
    memoryTokens: recalled.tokens,
    learningTokens: recalled.learningTokens,
    snapshotTokens: draft.snapshotTokens,
    usedTokens: draft.usedTokens + (pendingMemory?.recalled?.tokens ?? 0),
    maskedTokens: config.sizes.masked,
    cutTokens: config.sizes.cut,
    lineTokens: config.sizes.lines,
    latestUser,
    turnComplete:
      latestUser >= 0 &&
      (latestUser === groups.length - 1 || (newest !== undefined && isReply(newest))),
    overflowed: state.overflowed,
    asksModel: asksModel(config),
    asksProvider: config.compactor !== undefined,
    asksCachedModel: config.handover === 'ask' || config.asksOwnModel,
    spentSinceModel: state.snapshot?.spentSinceModel ?? 0,
    sinceSnapshot: {
      messages: countRemaining(state, Math.max(state.head.length, coveredThrough + 1)),
      tokens: sinceSnapshot.reduce((sum, group) => sum + group.tokens, trimmed),
      leftOutTokens: trimmed,
    },
  };
}

/** The entries from `from` on that are not withdrawn. */
function countRemaining({ withdrawn, entryCount }: SessionState, from: number): number {
  const ranges = remainingRanges(withdrawn, { from, to: entryCount - 1 });
  return ranges.reduce((sum, range) => sum + range.to - range.from + 1, 0);
}

/**
 * Whether the provider's prompt cache has forgotten this conversation: more than `lifetimeMs`
 * passed between the newest answer and the newest entry, by their own times. False where nothing
 * was answered.
 */
function isPromptCacheExpired(groups: readonly MessageGroup[], lifetimeMs: number): boolean {
  const entries = groups.slice(-2).flatMap((group) => group.entries);
  const newest = entries.at(-1);
  const answer = entries.findLast((entry) => entry.message.role === 'assistant');
  if (newest === undefined || answer === undefined) return false;
  return Date.parse(newest.createdAt) - Date.parse(answer.createdAt) > lifetimeMs;
}
