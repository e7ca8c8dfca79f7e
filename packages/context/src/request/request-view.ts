import type { Budget } from '@everlong/budget';
import { remainingRanges } from '@everlong/core/store-kit';

import { allowNotes } from './allow-notes.js';
import { draftRequest, type DraftRequest } from './draft-request.js';
import { changedInput, epochInputs, measureBudget } from './epoch-inputs.js';
import type { RequestInput, RequestSession } from './request-input.js';
import type { PolicyContext } from '../policies/policy.js';
import { isReply } from '../policies/turn-groups.js';
import { CONTINUE_NOTE } from '../rendering/assemble-messages.js';
import type { MessageGroup } from '../rendering/message-group.js';
import { missingResults } from '../state/message-groups.js';
import type { SessionConfig } from '../state/session-config.js';
import { isEmptyFrom, type SessionState } from '../state/session-state.js';

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

/** Pure: the same state gives the same view. `budget`: that of the state, where it is known. */
export function viewRequest(
  input: RequestInput,
  budget: Budget = measureBudget(input.state, input.config),
): RequestView {
  const { state, config, measured } = input;
  const draft = draftRequest(input);
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
export function viewSession(
  { logs, config, measured }: RequestSession,
  budget?: Budget,
): RequestView {
  return viewRequest({ state: logs.current, config, measured }, budget);
}

/**
 * Records what the epoch in force still needs before a request of it can be sent, as far as that is
 * not on record: its inputs, error results for calls without one, and a note that ends the request.
 * Rejects with `ContextOverflowError` when the inputs leave no room for messages.
 */
export async function openEpoch(session: RequestSession): Promise<RequestView> {
  const missing = missingResults(session.logs.current.groups);
  const budget = await recordInputs(session);
  if (missing !== undefined) await session.record({ type: 'synthetic-results', ...missing });
  const view = viewSession(session, budget);
  if (view.draft.endsWell || isEmpty(view)) return view;
  const { epoch, entryCount } = view.state;
  const afterSeq = entryCount - 1;
  await session.record({ type: 'injection', epoch, afterSeq, text: CONTINUE_NOTE });
  return viewSession(session, budget);
}

/** Whether nothing was said that is not withdrawn, or nothing since the user cleared the context. */
function isEmpty({ state }: RequestView): boolean {
  return isEmptyFrom(state, (state.compaction?.clearedThrough ?? -1) + 1);
}

/**
 * Keeps what the first epoch is made with; later epochs carry it in their compaction. Resolves with
 * the budget of requests, which no record of an opening changes.
 */
export async function recordInputs({
  logs,
  config,
  measured,
  record,
}: RequestSession): Promise<Budget> {
  const { current: state } = logs;
  const budget = measureBudget(state, config);
  const inputs = epochInputs(measured, state, config, budget.inputBudget);
  if (state.inputs === undefined) await record({ type: 'inputs', epoch: state.epoch, inputs });
  return budget;
}

function fits(
  { state, config }: RequestInput,
  { usedTokens, isWithinLimits }: DraftRequest,
  { inputBudget: maxTokens }: Budget,
): boolean {
  if (config.policy.unlimited === true) return true;
  if (state.unreadThrough >= 0) return false;
  return usedTokens <= maxTokens && isWithinLimits;
}

/** What of the room for messages the agent's notes take from the next epoch on. */
function nextNotesTokens(state: SessionState, config: SessionConfig, inputBudget: number): number {
  if (state.notes.length === 0) return 0;
  return allowNotes(state, config, { inputBudget, room: Infinity }).tokens;
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
    fixedTokens: draft.fixedTokens + nextNotesTokens(state, config, budgetTokens),
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
