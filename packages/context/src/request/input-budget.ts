import type { Budget } from '@everlong/budget';

import type { SessionConfig } from '../state/session-config.js';
import type { SessionState } from '../state/session-state.js';

/**
 * What a request may fill, by the tokenizer's count: what the window leaves, no more than the
 * provider was seen to take, and less where its reports say that it counts more than the tokenizer.
 */
export function inputBudget(state: SessionState, config: SessionConfig): Budget {
  const learned = config.allocate(state.maxInputTokens);
  if (state.usage.calibration.calls === 0) return learned;
  const wanted = config.allocate(undefined).inputBudget;
  const given = state.usage.calibration.countedTokens(wanted);
  if (given >= learned.inputBudget) return learned;
  const clamp = { name: "the provider's count", wanted, given };
  return { ...learned, inputBudget: given, clamps: [...learned.clamps, clamp] };
}
