import { ContextOverflowError } from '@everlong/core';

import type { ContextState } from '@everlong/core';
import { askPolicy } from '../request/decide.js';
import { createGauge } from '../request/describe-request.js';
import { epochInputs, measureBudget } from '../request/epoch-inputs.js';
import type { RequestInput } from '../request/request-input.js';
import { viewRequest } from '../request/request-view.js';
import { restoreDecision } from './restore-turns.js';

/** The gauge of the session as it is, without preparing anything. */
export function currentState(input: RequestInput, isRestart: boolean): ContextState {
  const view = viewRequest(withFirstInputs(input));
  const verdict = askPolicy(view);
  const decision = (isRestart ? restoreDecision(view) : undefined) ?? verdict.decision;
  return createGauge(view, { ...verdict, decision });
}

/**
 * Before the first request: as if it had been made with these inputs, if they leave room at all.
 */
function withFirstInputs(input: RequestInput): RequestInput {
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
