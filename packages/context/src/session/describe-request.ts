import type { PreparedRequest } from './session.js';
import type { PolicyDecision } from '../policies/policy.js';
import { createGauge } from '../request/gauge.js';
import { createPlan, type RequestPlan } from '../request/request-plan.js';
import type { RequestView } from '../request/request-view.js';

/** What was decided for a request, and what the next `prepare` would do if nothing came. */
export interface RequestDecisions {
  decision: RequestPlan['decision'];
  next: PolicyDecision;
}

/** The request of a view with its plan and gauge; decides nothing. */
export function describeRequest(
  view: RequestView,
  { decision: { action, reason }, next }: RequestDecisions,
): PreparedRequest {
  return {
    instructions: view.draft.instructions.text,
    messages: [...view.draft.messages],
    state: createGauge(view, next),
    plan: createPlan(view, { action, reason }),
  };
}
