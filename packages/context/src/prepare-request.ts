import type { CompactionRecord, SessionRecord } from '@everlong/core';

import { canEndWith, CONTINUE_NOTE } from './assemble-messages.js';
import { isCacheCold } from './cache-warmth.js';
import { planCompaction } from './compaction.js';
import type { ContextState } from './context-state.js';
import { draftRequest, type DraftRequest } from './draft-request.js';
import { createGauge } from './gauge.js';
import { openExchange } from './open-exchange.js';
import type { CompactionDecision, PolicyContext, PolicyDecision } from './policy.js';
import { withinLimits } from './limit-files.js';
import { maskedTokensOf } from './mask-unit.js';
import { inputBudget } from './input-budget.js';
import { changedInput, epochInputs, type MeasuredInputs } from './request-inputs.js';
import { createPlan, type RequestPlan } from './request-plan.js';
import type { PreparedRequest } from './session.js';
import type { SessionConfig } from './session-config.js';
import { applyCompaction, type SessionState } from './session-state.js';
import { cutTokensOf } from './text-cut.js';
import { isReply } from './turn-units.js';
import type { Unit } from './unit.js';

/** One session's state and choices, and the way to keep a decision before it counts. */
export interface PrepareInput {
  state: SessionState;
  config: SessionConfig;
  measured: MeasuredInputs;
  record(record: SessionRecord, options?: { expectedEpoch?: number }): Promise<void>;
}

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
  let decision: PolicyDecision = decide(input);
  let taken: RequestPlan['decision'] | undefined;
  for (let attempt = 1; decision.action !== 'keep'; attempt++) {
    const { kind, reason } = await compact(input, tighten(decision, input, attempt));
    taken ??= { action: kind, reason };
    await endInUserContent(input);
    if (fits(input) || attempt >= MAX_ATTEMPTS) break;
    decision = forcedTrim(input);
  }
  return describeRequest(input, taken ?? reasonOf(decision));
}

/** The request as the state makes it. Without a decision it says why the policy keeps what there is. */
export function describeRequest(
  input: PrepareInput,
  decision?: RequestPlan['decision'],
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
      decision: decision ?? reasonOf(decide(input)),
      counter: config.counter,
    }),
  };
}

function reasonOf({ action, reason }: PolicyDecision): RequestPlan['decision'] {
  return { action, reason };
}

/** Tokens of the request as it stands, by the tokenizer's count. */
export function countedTokens(input: PrepareInput): number {
  return measure(input).usedTokens;
}

/** The gauge of the session as it stands, without preparing anything. */
export function currentState(input: PrepareInput): ContextState {
  const draft = measure(input);
  return gaugeOf(input, draft, policyContext(input, draft));
}

/** A compaction by hand. Resolves with tokens before and after, or why there was nothing to do. */
export async function compactNow(
  input: PrepareInput,
  instructions: string | undefined,
): Promise<{ reason: string; tokensBefore: number; tokensAfter: number; compacted: boolean }> {
  await beginEpoch(input);
  const before = measure(input);
  const decision = input.config.policy.compactNow(policyContext(input, before));
  const compacted = decision.action !== 'keep' && freedTokens(input, decision) > 0;
  if (compacted) await compact(input, decision, instructions);
  const after = measure(input);
  const reason = compacted ? decision.reason : nothingToDo(decision);
  return { compacted, reason, tokensBefore: before.usedTokens, tokensAfter: after.usedTokens };
}

function nothingToDo(decision: PolicyDecision): string {
  return decision.action === 'keep' ? decision.reason : 'there is nothing older than what is kept';
}

function inputBudgetOf({ state, config }: PrepareInput): number {
  return inputBudget(state, config).inputBudget;
}

function measure({ state, config, measured }: PrepareInput): DraftRequest {
  return draftRequest(state, measured, config.settings.summaryPlacement, config.counter);
}

/** Keeps what the first epoch is made with; later epochs carry it in their compaction. */
async function beginEpoch(input: PrepareInput): Promise<void> {
  const { state, config, measured } = input;
  const inputs = epochInputs(measured, state, config, inputBudgetOf(input));
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

function decide(input: PrepareInput): PolicyDecision {
  const { state, config, measured } = input;
  const draft = measure(input);
  const context = policyContext(input, draft);
  const decision = withoutSnapshot(config.policy.decide(context), config.settings.autoSummarize);
  const change = changedInput(measured, state, config.model);
  if (
    decision.action !== 'keep' &&
    (change !== undefined || !fits(input) || gains(input, decision))
  ) {
    return change === undefined
      ? decision
      : { ...decision, reason: `${change}; ${decision.reason}` };
  }
  if (change !== undefined) {
    const maxTokens =
      config.policy.unlimited === true ? Number.MAX_SAFE_INTEGER : context.inputBudget;
    return { action: 'trim', keepFrom: 0, maxTokens, reason: change };
  }
  if (!fits(input)) return forcedTrim(input);
  return decision.action === 'keep' ? decision : { action: 'keep', reason: 'nothing to gain' };
}

/** Where snapshots are made by hand only, what would be covered is left out instead. */
function withoutSnapshot(decision: PolicyDecision, autoSummarize = true): PolicyDecision {
  if (autoSummarize || decision.action !== 'snapshot') return decision;
  return { ...decision, action: 'trim' };
}

/** A compaction that frees less than this share of the input budget is not worth a new prefix. */
const MIN_GAIN_SHARE = 0.05;

/** Whether a compaction that is not forced would free enough, and has not just been made. */
function gains(input: PrepareInput, decision: CompactionDecision): boolean {
  const { state } = input;
  const { action, cuts, required } = decision;
  if (state.compaction?.throughSeq === state.entryCount - 1) return false;
  if (action === 'mask' || (cuts !== undefined && cuts.size > 0)) return true;
  const freed = freedTokens(input, decision);
  if (action === 'trim' || required === true) return freed > 0;
  return freed >= inputBudgetOf(input) * MIN_GAIN_SHARE;
}

/** Tokens of what a decision leaves out, and what its masks save; a new snapshot is not counted. */
function freedTokens(
  { state, config }: PrepareInput,
  { keepFrom, maskFrom = keepFrom, alsoKeep }: CompactionDecision,
): number {
  const { units } = state.list;
  const latestUser = units.findLastIndex((unit) => unit.startsTurn);
  const open = openExchange(units);
  const stays = (unit: Unit, index: number): boolean =>
    index === latestUser ||
    unit === open ||
    alsoKeep?.has(index) === true ||
    unit.entries.some((entry) => state.pins.has(entry.seq));
  return units.slice(0, keepFrom).reduce((sum, unit, index) => {
    if (stays(unit, index)) return sum;
    return sum + unit.tokens - (index < maskFrom ? 0 : maskedTokensOf(unit, config.counter));
  }, 0);
}

function fits(input: PrepareInput): boolean {
  if (input.config.policy.unlimited === true) return true;
  const { usedTokens, messages } = measure(input);
  return usedTokens <= inputBudgetOf(input) && withinLimits(messages, input.config.limits);
}

function forcedTrim(input: PrepareInput): PolicyDecision {
  return {
    action: 'trim',
    keepFrom: 0,
    maxTokens: inputBudgetOf(input),
    reason: 'the request did not fit',
  };
}

/** Later attempts ask for less, since something that was not foreseen took room. */
function tighten(
  decision: CompactionDecision,
  input: PrepareInput,
  attempt: number,
): CompactionDecision {
  if (attempt === 1) return decision;
  const { fixedTokens } = measure(input);
  const room = Math.max(0, decision.maxTokens - fixedTokens);
  return { ...decision, maxTokens: fixedTokens + Math.floor(room * 0.8 ** (attempt - 1)) };
}

async function compact(
  input: PrepareInput,
  decision: CompactionDecision,
  instructions?: string,
): Promise<CompactionRecord> {
  const { state, config, measured } = input;
  const budgetTokens = inputBudgetOf(input);
  const draft = measure(input);
  const context = policyContext(input, draft);
  const record = await planCompaction({
    ...config,
    state,
    decision,
    draft,
    inputBudget: config.policy.unlimited === true ? Number.MAX_SAFE_INTEGER : budgetTokens,
    latestUser: state.list.units[context.latestUser],
    inputs: epochInputs(measured, state, config, budgetTokens),
    instructions,
  });
  await input.record(record, { expectedEpoch: state.epoch });
  applyCompaction(state, record, config);
  return record;
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

function policyContext(input: PrepareInput, draft: DraftRequest): PolicyContext {
  const { state, config } = input;
  const { units } = state.list;
  const latestUser = units.findLastIndex((unit) => unit.startsTurn);
  const newest = units.at(-1);
  const sinceUnits = units.filter((unit) => unit.from > state.snapshotAtSeq);
  const trimmed = state.compaction?.trimmedTokens ?? 0;
  return {
    settings: config.settings,
    units,
    newFrom: units.findLastIndex((unit) => unit.from <= (state.compaction?.throughSeq ?? -1)) + 1,
    prices: config.prices,
    cacheIsCold: isCacheCold(units, config.cacheLifetimeMs),
    inputBudget: inputBudgetOf(input),
    window: config.window,
    fixedTokens: draft.fixedTokens,
    snapshotTokens: draft.snapshotTokens,
    usedTokens: draft.usedTokens,
    maskedTokens: (unit) => maskedTokensOf(unit, config.counter),
    cutTokens: (unit, cut) => cutTokensOf(unit, cut, config.counter),
    latestUser,
    turnComplete:
      latestUser >= 0 &&
      (latestUser === units.length - 1 || (newest !== undefined && isReply(newest))),
    overflowed: state.overflowed,
    sinceSnapshot: {
      messages: state.entryCount - Math.max(state.head.length, state.snapshotAtSeq + 1),
      tokens: sinceUnits.reduce((sum, unit) => sum + unit.tokens, trimmed),
    },
  };
}

function gaugeOf(
  { state, config }: PrepareInput,
  draft: DraftRequest,
  context: PolicyContext,
): ContextState {
  const { policy, window, tokenizer } = config;
  return createGauge({ state, draft, context, policy, window, source: tokenizer.source });
}
