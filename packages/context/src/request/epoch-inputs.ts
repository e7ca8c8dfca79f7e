import type { Budget } from '@everlong/budget';
import { ContextOverflowError, type EpochInputs } from '@everlong/core';
import { isSameName } from '@everlong/core/internal';

import type { MeasuredInputs } from './measured-inputs.js';
import type { SessionConfig } from '../config/session-config.js';
import type { PolicySettings } from '../policies/policy.js';
import type { SessionState } from '../state/session-state.js';

/** The least room for messages below which no request makes sense. */
const MIN_MESSAGE_ROOM_TOKENS = 64;

/**
 * What the log's own `system` entries, the caller's instructions and the tools may take together.
 */
const HEAD_SHARE = 1 / 3;

/**
 * What a request may fill, by the tokenizer's count: what the window leaves, no more than the
 * provider was seen to take, and less where its reports say that it counts more than the tokenizer.
 */
export function measureBudget(state: SessionState, config: SessionConfig): Budget {
  const learned = config.allocate(state.maxInputTokens);
  if (state.usage.calibration.calls === 0) return learned;
  const wanted = config.allocate(undefined).inputBudget;
  const given = state.usage.calibration.countedTokens(wanted);
  if (given >= learned.inputBudget) return learned;
  const clamp = { name: "the provider's count", wanted, given };
  return { ...learned, inputBudget: given, clamps: [...learned.clamps, clamp] };
}

/**
 * What the next epoch's prefix is made with. The log's own `system` entries get what the caller's
 * instructions and tools leave of a third of the budget; these must leave room for messages, or
 * `ContextOverflowError` names the larger of the two.
 */
export function epochInputs(
  measured: MeasuredInputs,
  state: SessionState,
  config: SessionConfig,
  inputBudget: number,
): EpochInputs {
  const { instructionTokens, toolTokens } = measured;
  const left = inputBudget - instructionTokens - toolTokens;
  if (config.policy.unlimited !== true && left < MIN_MESSAGE_ROOM_TOKENS) {
    throw inputsOverflow(measured, MIN_MESSAGE_ROOM_TOKENS - left);
  }
  return {
    instructions: fingerprint(measured, state),
    tools: measured.toolsHash,
    tokens: instructionTokens + toolTokens,
    toolTokens,
    headTokens: headAllowance(measured, state, config, inputBudget),
    summaryPlacement: config.settings.summaryPlacement,
    ...(config.model === undefined ? {} : { model: config.model }),
  };
}

/** The tokens that an epoch which began now would give to the log's own `system` entries. */
export function headAllowance(
  measured: MeasuredInputs,
  state: SessionState,
  config: SessionConfig,
  inputBudget: number,
): number {
  const wanted = config.counter.text(state.headText.whole);
  if (config.policy.unlimited === true) return wanted;
  const { instructionTokens, toolTokens } = measured;
  const share = Math.floor(inputBudget * HEAD_SHARE) - instructionTokens - toolTokens;
  return Math.min(wanted, Math.max(0, share));
}

/** The error for inputs that leave `missing` tokens too few for the messages. */
export function inputsOverflow(
  { instructionTokens, toolTokens }: MeasuredInputs,
  missing: number,
): ContextOverflowError {
  const part = toolTokens > instructionTokens ? 'tools' : 'instructions';
  const tokens = Math.max(toolTokens, instructionTokens);
  return new ContextOverflowError(part, tokens, Math.max(0, tokens - missing));
}

/** Why the inputs of the epoch in force no longer hold, or `undefined` when they do. */
export function changedInput(
  measured: MeasuredInputs,
  state: SessionState,
  model: string | undefined,
): string | undefined {
  const { inputs } = state;
  if (inputs === undefined) return undefined;
  if (!isSameName(inputs.model, model)) return 'the model changed';
  const { inputBase } = state;
  if (inputBase !== undefined && measured.isBase !== true) return 'what was changed is sent anew';
  if (inputs.instructions !== fingerprint(measured, state)) return 'the instructions changed';
  if (inputs.tools === measured.toolsHash) return undefined;
  return measured.toolsChange ?? 'the tools changed';
}

/** Where the snapshot of the epoch in force is sent; not where another policy would send it. */
export function summaryPlacement(
  { inputs }: SessionState,
  { settings }: SessionConfig,
): PolicySettings['summaryPlacement'] {
  return inputs?.summaryPlacement ?? settings.summaryPlacement;
}

/** Why the snapshot of the epoch in force may not stay in its place, or `undefined` when it may. */
export function changedPlacement(state: SessionState, config: SessionConfig): string | undefined {
  const isKept = summaryPlacement(state, config) === config.settings.summaryPlacement;
  return isKept || state.snapshot === undefined ? undefined : "the summary's placement changed";
}

/** The log's own `system` entries are instructions too, as long as nothing else follows them. */
function fingerprint({ instructionsHash }: MeasuredInputs, { head }: SessionState): string {
  return `${instructionsHash}-${head.length}`;
}
