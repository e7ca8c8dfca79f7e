import type { ContextState } from '@everlong/core';

import { askPolicy } from '../request/decide.js';
import { createGauge } from '../request/describe-request.js';
import type { RequestInput } from '../request/request-input.js';
import { viewRequest } from '../request/request-view.js';
import { restoreDecision } from '../next-request/restore-turns.js';
import { withFirstInputs } from '../session-work/with-first-inputs.js';

/** The gauge of the session as it is, without preparing anything. */
export function currentState(input: RequestInput, isRestart: boolean): ContextState {
  const view = viewRequest(withFirstInputs(input));
  const verdict = askPolicy(view);
  const decision = (isRestart ? restoreDecision(view) : undefined) ?? verdict.decision;
  return createGauge(view, { ...verdict, decision });
}
