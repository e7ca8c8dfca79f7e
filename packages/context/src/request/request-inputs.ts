import { ContextOverflowError, type EpochInputs, type Tokenizer } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { resolveTools, type ToolsInput } from '@everlong/tokenizer';

import { headText } from './instructions.js';
import type { SessionConfig } from '../state/session-config.js';
import type { SessionState } from '../state/session-state.js';
import { hash } from '../rendering/provider-safe-ids.js';

/** What a caller sends along with the log, measured. */
export interface MeasuredInputs {
  instructions: string;
  instructionTokens: number;
  toolTokens: number;
  /** The tools as the caller gave them. */
  tools?: unknown;
  /** Whether only their sizes and hashes are known: they were those of another process. */
  isRemembered?: true;
  /** Hashes, to see whether the next request still has the same. */
  instructionsHash: string;
  toolsHash: string;
}

/** The least room for messages below which no request makes sense. */
const MIN_MESSAGE_ROOM_TOKENS = 64;

/**
 * What the log's own `system` entries, the caller's instructions and the tools may take together.
 */
const HEAD_SHARE = 1 / 3;

/** Measures instructions and tools; the last sizes are kept, since callers repeat themselves. */
export function createInputMeter(
  tokenizer: Tokenizer,
): (instructions: string, tools: unknown) => MeasuredInputs {
  let last: { key: string; measured: MeasuredInputs } | undefined;
  return (instructions, tools) => {
    const resolved = tools === undefined ? [] : resolveTools(tools as ToolsInput);
    const toolText = jsonText(resolved);
    const key = `${instructions}\n${toolText}`;
    if (last?.key === key) return { ...last.measured, tools };
    const measured = {
      instructions,
      instructionTokens: tokenizer.count(instructions),
      toolTokens: resolved.length === 0 ? 0 : countTools(tokenizer, tools as ToolsInput, toolText),
      instructionsHash: hash(instructions),
      toolsHash: hash(toolText),
    };
    last = { key, measured };
    return { ...measured, tools };
  };
}

/**
 * What the last request of a session was made with, as far as its records say: enough to compact it
 * before the caller comes with instructions and tools again.
 */
export function rememberedInputs(inputs: EpochInputs): MeasuredInputs {
  const [instructionsHash = ''] = inputs.instructions.split('-');
  return {
    instructions: '',
    isRemembered: true,
    instructionTokens: 0,
    toolTokens: inputs.tokens ?? 0,
    instructionsHash,
    toolsHash: inputs.tools,
  };
}

function countTools(tokenizer: Tokenizer, tools: ToolsInput, text: string): number {
  const counts = tokenizer as Tokenizer & { countTools?(tools: ToolsInput): number };
  return counts.countTools?.(tools) ?? tokenizer.count(text);
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
    headTokens: headAllowance(measured, state, config, inputBudget),
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
  const wanted = config.counter.text(headText(state.head));
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
  if (inputs.model !== model) return 'the model changed';
  if (inputs.instructions !== fingerprint(measured, state)) return 'the instructions changed';
  return inputs.tools === measured.toolsHash ? undefined : 'the tools changed';
}

/** The log's own `system` entries are instructions too, as long as nothing else follows them. */
function fingerprint({ instructionsHash }: MeasuredInputs, { head }: SessionState): string {
  return `${instructionsHash}-${head.length}`;
}
