import { ContextOverflowError } from '@everlong/core';

import { epochInputs, measureBudget } from '../request/epoch-inputs.js';
import type { RequestInput } from '../request/request-input.js';

/**
 * Before the first request: as if it had been made with these inputs, if they leave room at all.
 * Records nothing.
 */
export function withFirstInputs(input: RequestInput): RequestInput {
  const { state, config, measured } = input;
  if (state.inputs !== undefined) return input;
  const budget = measureBudget(state, config);
  try {
    const inputs = epochInputs(measured, state, config, budget.inputBudget);
    return { ...input, state: { ...state, inputs } };
  } catch (error) {
    if (!ContextOverflowError.isInstance(error)) throw error;
    return input;
  }
}
