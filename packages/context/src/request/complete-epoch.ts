import type { Budget } from '@everlong/budget';
import { messageText } from '@everlong/core';

import { epochProfile } from './epoch-profile.js';
import { epochInputs, measureBudget } from './epoch-inputs.js';
import { heldSources, noteForgotten, recallForTurn } from './recall-for-turn.js';
import type { RequestSession } from './request-input.js';
import { type RequestView, viewSession } from './request-view.js';
import { NO_MESSAGE_NOTE } from '../rendering/assemble-messages.js';
import { missingResults } from '../state/message-groups.js';
import { blockOf } from '../state/provider-messages.js';
import { isEmptyFrom } from '../state/session-state.js';

/**
 * Records what the epoch in force still needs before a request of it can be sent, as far as that is
 * not on record: its inputs, error results for calls without one, what memory recalls for the
 * latest user message, and a note that ends the request.
 * Rejects with `ContextOverflowError` when the inputs leave no room for messages.
 */
export async function completeEpoch(session: RequestSession): Promise<RequestView> {
  const missing = missingResults(session.logs.current.groups);
  const budget = await recordInputs(session);
  if (missing !== undefined) await session.record({ type: 'synthetic-results', ...missing });
  if (session.memory !== undefined) {
    await noteForgotten(session);
    await recallForTurn(session, viewSession(session, budget));
  }
  await sayWhatBlockLacks(session);
  const view = viewSession(session, budget);
  if (view.draft.endsWell || isEmpty(view)) return view;
  const { epoch, entryCount } = view.state;
  const afterSeq = entryCount - 1;
  await session.record({ type: 'injection', epoch, afterSeq, text: NO_MESSAGE_NOTE });
  return viewSession(session, budget);
}

/**
 * Puts after everything else, once an epoch, what a provider's block leaves unsaid, and what would
 * else come before the log: nothing may stand between the block and what follows it.
 */
async function sayWhatBlockLacks({ logs, record }: RequestSession): Promise<void> {
  const { summaries, snapshotEpoch, injections, epoch, entryCount, profile, sentNotes } =
    logs.current;
  if (snapshotEpoch === undefined) return;
  const block = blockOf(summaries[0]);
  if (block === undefined) return;
  if (injections.some(({ blockEpoch }) => blockEpoch === snapshotEpoch)) return;
  const besides = profile?.message === undefined ? [] : [profile.message];
  const texts = [block.note, ...[...besides, ...sentNotes.messages].map(messageText)];
  const text = texts.filter((part) => part !== '').join('\n\n');
  const place = { afterSeq: entryCount - 1, text, blockEpoch: snapshotEpoch };
  await record({ type: 'injection', epoch, ...place });
}

/**
 * Whether nothing was said that is not withdrawn, or nothing since the user cleared the context.
 */
function isEmpty({ state }: RequestView): boolean {
  return isEmptyFrom(state, (state.compaction?.clearedThrough ?? -1) + 1);
}

/**
 * Keeps what the first epoch is made with; later epochs carry it in their compaction. Resolves with
 * the budget of requests, which no record of an opening changes.
 */
export async function recordInputs(session: RequestSession): Promise<Budget> {
  const { logs, config, measured, record } = session;
  const { current: state } = logs;
  const budget = measureBudget(state, config);
  const inputs = epochInputs(measured, state, config, budget.inputBudget);
  if (state.inputs === undefined) {
    // What is sent from the start is not repeated.
    const profile = await epochProfile(session, budget, { excludes: heldSources(state) });
    await record({
      type: 'inputs',
      epoch: state.epoch,
      inputs,
      ...(profile === undefined ? {} : { profile }),
    });
  }
  return budget;
}
