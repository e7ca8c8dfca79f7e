import { ContextOverflowError } from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';

import { canEndWith, CONTINUE_NOTE, REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import type { FinishedCompaction } from '../compaction/background-snapshot.js';
import {
  commitBackgroundCompaction,
  startBackgroundCompaction,
} from '../compaction/background-compaction.js';
import { compactEpoch, MIN_GAIN_SHARE, tokensFreed } from '../compaction/compact-epoch.js';
import type { ContextState } from '../state/context-state.js';
import type { DraftRequest } from '../request/draft-request.js';
import { createGauge } from '../request/gauge.js';
import { inputBudget } from '../request/input-budget.js';
import type { CompactionDecision, PolicyContext, PolicyDecision } from '../policies/policy.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import type { RequestInput } from '../request/request-input.js';
import { changedInput, epochInputs } from '../request/request-inputs.js';
import { createPlan, type RequestPlan } from '../request/request-plan.js';
import {
  asksModel,
  budgetTokensOf,
  fits,
  measure,
  policyContext,
} from '../request/request-view.js';
import type { PreparedRequest } from './session.js';

/** Compactions that one `prepare` may make before it gives up; each asks for less than the last. */
const MAX_ATTEMPTS = 6;

/**
 * The next request. Decisions that change what is sent are recorded before it is handed out, so
 * that the same session, opened elsewhere, makes the same bytes.
 */
export async function prepareRequest(input: PrepareInput): Promise<PreparedRequest> {
  await beginEpoch(input);
  await freezeNewest(input);
  await endInUserContent(input);
  const { epoch } = input.state;
  let decision = await settle(input, decide(input));
  let taken = begunSince(input, epoch);
  let excessTokens = 0;
  for (let attempt = 1; decision.action !== 'keep'; attempt++) {
    const tightened = tighten(decision, input, attempt);
    const { kind, reason } = await compactEpoch(input, tightened, { excessTokens });
    taken ??= { action: kind, reason };
    await endInUserContent(input);
    if (fits(input) || attempt >= MAX_ATTEMPTS) break;
    // The slack that was left is among what they took.
    const over = measure(input).usedTokens - budgetTokensOf(input);
    if (over > 0) excessTokens += over + REQUEST_SLACK_TOKENS;
    decision = forcedTrim(input);
  }
  return describeRequest(input, taken ?? reasonOf(decision));
}

/** The compaction that began an epoch after this one, for the plan. */
function begunSince(
  { state: { compaction } }: RequestInput,
  epoch: number,
): RequestPlan['decision'] | undefined {
  if (compaction === undefined || compaction.epoch === epoch) return undefined;
  return { action: compaction.kind, reason: compaction.reason };
}

/** The request as the state makes it, and what was decided for it. */
export function describeRequest(
  input: RequestInput,
  decision: RequestPlan['decision'],
): PreparedRequest {
  const { state, config } = input;
  const draft = measure(input);
  const context = policyContext(input, draft);
  return {
    instructions: draft.instructions.text,
    messages: [...draft.messages],
    state: gaugeOf(input, draft, context),
    plan: createPlan({
      state,
      draft,
      policy: config.policy.name,
      clamps: [...inputBudget(state, config).clamps, ...(config.policy.clamps?.(context) ?? [])],
      decision,
      counter: config.counter,
    }),
  };
}

function reasonOf({ action, reason }: PolicyDecision): RequestPlan['decision'] {
  return { action, reason };
}

/** What the next `prepare` would decide for the session as it is. */
export function nextStep(input: RequestInput): RequestPlan['decision'] {
  return reasonOf(decide(input));
}

/** Why a request for which nothing was compacted was left as it was. */
export function whyKept(input: RequestInput): RequestPlan['decision'] {
  const decision = decide(input);
  return reasonOf(decision.action === 'keep' ? decision : waiting(decision));
}

function waiting({ reason }: PolicyDecision): PolicyDecision {
  return { action: 'keep', reason: `a snapshot is being made: ${reason}` };
}

/** Tokens of the request as it stands, by the tokenizer's count. */
export function countedTokens(input: RequestInput): number {
  return measure(input).usedTokens;
}

/**
 * What is left to do at once: a compaction with time has its snapshot made in the background, and one
 * that cannot wait takes over what is made there already.
 */
async function settle(input: PrepareInput, decision: PolicyDecision): Promise<PolicyDecision> {
  if (decision.action === 'keep') return decision;
  if (decision.mayWait === true && asksModel(input.config)) {
    startBackgroundCompaction(input, decision);
    return waiting(decision);
  }
  const ahead = await takeBackgroundSnapshot(input);
  if (ahead === undefined || !(await commitBackgroundCompaction(input, ahead))) return decision;
  await endInUserContent(input);
  return decide(input);
}

/** Waits for the snapshot that is being made, if there is one. */
async function takeBackgroundSnapshot({
  background,
  signal,
}: PrepareInput): Promise<FinishedCompaction | undefined> {
  const run = background.take();
  if (run === undefined) return undefined;
  try {
    return await untilAborted(run, signal);
  } catch (error) {
    background.resume(run);
    throw error;
  }
}

/** The gauge of the session as it stands, without preparing anything. */
export function currentState(input: RequestInput): ContextState {
  const begun = asBegun(input);
  const draft = measure(begun);
  return gaugeOf(begun, draft, policyContext(begun, draft));
}

/** Before the first request: as if it had been made with these inputs, if they leave room at all. */
function asBegun(input: RequestInput): RequestInput {
  const { state, config, measured } = input;
  if (state.inputs !== undefined) return input;
  try {
    const inputs = epochInputs(measured, state, config, budgetTokensOf(input));
    return { ...input, state: { ...state, inputs } };
  } catch (error) {
    if (!ContextOverflowError.isInstance(error)) throw error;
    return input;
  }
}

/** A compaction by hand. Resolves with tokens before and after, or why there was nothing to do. */
export async function compactNow(
  input: PrepareInput,
  instructions: string | undefined,
): Promise<{ reason: string; tokensBefore: number; tokensAfter: number; compacted: boolean }> {
  await beginEpoch(input);
  const before = measure(input);
  const decision = input.config.policy.compactNow(policyContext(input, before));
  const compacted = decision.action !== 'keep' && tokensFreed(input, decision) > 0;
  if (compacted) await compactEpoch(input, decision, { instructions });
  const after = measure(input);
  const reason = compacted ? decision.reason : nothingToDo(decision);
  return { compacted, reason, tokensBefore: before.usedTokens, tokensAfter: after.usedTokens };
}

function nothingToDo(decision: PolicyDecision): string {
  return decision.action === 'keep' ? decision.reason : 'there is nothing older than what is kept';
}

/** Keeps what the first epoch is made with; later epochs carry it in their compaction. */
async function beginEpoch(input: PrepareInput): Promise<void> {
  const { state, config, measured } = input;
  const inputs = epochInputs(measured, state, config, budgetTokensOf(input));
  if (state.inputs !== undefined) return;
  await input.record({ type: 'inputs', epoch: state.epoch, inputs });
  state.inputs = inputs;
}

async function freezeNewest({ state, record }: PrepareInput): Promise<void> {
  const frozen = state.list.freeze();
  if (frozen === undefined) return;
  await record({ type: 'synthetic-results', ...frozen });
  state.frozen.set(frozen.seq, frozen);
}

function decide(input: RequestInput): PolicyDecision {
  const { state, config, measured } = input;
  const draft = measure(input);
  const context = policyContext(input, draft);
  const decision = withoutSnapshot(config.policy.decide(context), config.settings.autoSummarize);
  const change = changedInput(measured, state, config.model);
  // A new epoch begins at once; the snapshot has time.
  const waits = change !== undefined && decision.action !== 'keep' && decision.mayWait === true;
  if (
    decision.action !== 'keep' &&
    !(waits && asksModel(input.config)) &&
    (change !== undefined || !fits(input) || gains(input, decision))
  ) {
    return change === undefined
      ? decision
      : { ...decision, reason: `${change}; ${decision.reason}` };
  }
  if (change !== undefined) {
    const maxTokens =
      config.policy.unlimited === true ? Number.MAX_SAFE_INTEGER : context.inputBudget;
    return { action: 'trim', firstKept: 0, maxTokens, reason: change };
  }
  if (!fits(input)) return state.unreadThrough < 0 ? forcedTrim(input) : firstCut(input, context);
  return decision.action === 'keep' ? decision : { action: 'keep', reason: 'nothing to gain' };
}

/** Where snapshots are made by hand only, what would be covered is left out instead. */
function withoutSnapshot(decision: PolicyDecision, autoSummarize = true): PolicyDecision {
  if (autoSummarize || decision.action !== 'snapshot') return decision;
  return { ...decision, action: 'trim' };
}

/** Whether a compaction that is not forced would free enough, and has not just been made. */
function gains(input: RequestInput, decision: CompactionDecision): boolean {
  const { state } = input;
  const { action, cuts, required } = decision;
  if (state.compaction?.throughSeq === state.entryCount - 1) return false;
  if (action === 'mask' || (cuts !== undefined && cuts.size > 0)) return true;
  const freed = tokensFreed(input, decision);
  if (action === 'trim' || required === true) return freed > 0;
  return freed >= budgetTokensOf(input) * MIN_GAIN_SHARE;
}

/** The log has more entries since the epoch began than any request holds. */
function firstCut(input: RequestInput, context: PolicyContext): PolicyDecision {
  const decision = input.config.policy.compactNow(context);
  return decision.action === 'keep' ? forcedTrim(input) : decision;
}

function forcedTrim(input: RequestInput): PolicyDecision {
  return {
    action: 'trim',
    firstKept: 0,
    maxTokens: budgetTokensOf(input),
    reason: 'the request did not fit',
  };
}

/** Later attempts ask for less, since something that was not foreseen took room. */
function tighten(
  decision: CompactionDecision,
  input: RequestInput,
  attempt: number,
): CompactionDecision {
  if (attempt === 1) return decision;
  const { fixedTokens } = measure(input);
  const room = Math.max(0, decision.maxTokens - fixedTokens);
  return { ...decision, maxTokens: fixedTokens + Math.floor(room * 0.8 ** (attempt - 1)) };
}

/** Where nothing of the user's or of a tool's ends the request, a note does, for this epoch. */
async function endInUserContent(input: PrepareInput): Promise<void> {
  const { state } = input;
  if (state.entryCount === 0 || canEndWith(measure(input).messages.at(-1))) return;
  const injection = {
    type: 'injection' as const,
    epoch: state.epoch,
    afterSeq: state.entryCount - 1,
    text: CONTINUE_NOTE,
  };
  await input.record(injection);
  state.injections.push(injection);
}

function gaugeOf(input: RequestInput, draft: DraftRequest, context: PolicyContext): ContextState {
  const { policy, window, tokenizer } = input.config;
  return createGauge({
    state: input.state,
    draft,
    context,
    policy,
    window,
    source: tokenizer.source,
    next: nextDecision(input, context),
  });
}

/** What the next `prepare` would decide; the whole of it is worked out only where there is a doubt. */
function nextDecision(input: RequestInput, context: PolicyContext): PolicyDecision {
  const { state, config, measured } = input;
  const decision = config.policy.decide(context);
  const isSettled =
    decision.action === 'keep' &&
    context.usedTokens <= context.inputBudget &&
    changedInput(measured, state, config.model) === undefined;
  return isSettled ? decision : decide(input);
}
