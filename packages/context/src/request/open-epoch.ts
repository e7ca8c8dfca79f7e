import { epochInputs } from './request-inputs.js';
import type { RequestSession } from './request-input.js';
import { inputBudget } from './input-budget.js';
import { type RequestView, viewSession } from './request-view.js';
import { canEndWith, CONTINUE_NOTE } from '../rendering/assemble-messages.js';
import { missingResults } from '../state/message-groups.js';

/**
 * Records what the epoch in force still needs before a request of it can be sent, as far as that is
 * not on record: its inputs, error results for calls without one, and a note that ends the request.
 * Rejects with `ContextOverflowError` when the inputs leave no room for messages.
 */
export async function openEpoch(session: RequestSession): Promise<RequestView> {
  await recordInputs(session);
  const missing = missingResults(session.logs.current.groups);
  if (missing !== undefined) await session.record({ type: 'synthetic-results', ...missing });
  const view = viewSession(session);
  if (isEmpty(view) || canEndWith(view.draft.messages.at(-1))) return view;
  const { epoch, entryCount } = view.state;
  const afterSeq = entryCount - 1;
  await session.record({ type: 'injection', epoch, afterSeq, text: CONTINUE_NOTE });
  return viewSession(session);
}

/** Whether nothing was said yet, or nothing since the user cleared the context. */
function isEmpty({ state: { entryCount, compaction } }: RequestView): boolean {
  return entryCount === 0 || compaction?.clearedThrough === entryCount - 1;
}

/** Keeps what the first epoch is made with; later epochs carry it in their compaction. */
export async function recordInputs({
  logs,
  config,
  measured,
  record,
}: RequestSession): Promise<void> {
  const { current: state } = logs;
  const budget = inputBudget(state, config);
  const inputs = epochInputs(measured, state, config, budget.inputBudget);
  if (state.inputs === undefined) await record({ type: 'inputs', epoch: state.epoch, inputs });
}
