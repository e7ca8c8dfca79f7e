import type { InjectionRecord } from '@everlong/core';

import { problemIn, readResources } from './read-resources.js';
import { noteOutcome } from '../config/hooks.js';
import { isUnfinished } from '../summarizing/cached-request.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import { askPolicy } from '../request/decide.js';
import { filesInPlay } from './files-in-play.js';
import { presentContent } from './present-content.js';
import { type RequestView, viewRequest, viewSession } from '../request/request-view.js';
import { applyRecord } from '../state/apply-record.js';

/** The most of the input budget that the present content of files may take. */
const CONTENT_SHARE = 0.15;

/**
 * Compares the files in play with what they are now, once an epoch: what the hook gives is recorded
 * before the request is sent, and placed after all that was sent before. Says whether anything
 * was recorded.
 */
export async function checkResources(session: PrepareInput): Promise<boolean> {
  const { config, record, signal } = session;
  const { readResource } = config.hooks;
  if (readResource === undefined) return false;
  const view = viewSession(session);
  if (!isDue(view)) return false;
  const { state, context } = view;
  const files = filesInPlay(context.groups, state.snapshot?.files);
  const found = await readResources(readResource.bind(config.hooks), files, signal);
  signal?.throwIfAborted();
  await noteOutcome(session, 'readResource', problemIn(found));
  const earlier = state.resources?.files ?? [];
  const share = Math.floor(view.budget.inputBudget * CONTENT_SHARE);
  const room = view.budget.inputBudget - view.draft.usedTokens - REQUEST_SLACK_TOKENS;
  const count = config.counter.text;
  for (const maxTokens of [Math.min(share, room), 0]) {
    const { text, resources } = presentContent(found, { earlier, maxTokens, count });
    const injection = injectionOf(view, { text, resources });
    if (text !== '' && !hasPlace(view, injection)) continue;
    await record(injection);
    return true;
  }
  const resources = found.map(({ file: { path } }) => ({ path, status: 'unread' as const }));
  await record(injectionOf(view, { text: '', resources }));
  return true;
}

/** At the first request of an epoch, or the first in which no exchange is under way. */
function isDue({ state, draft }: RequestView): boolean {
  if (state.epoch === 0 || state.resources?.epoch === state.epoch) return false;
  return draft.messages.length > 0 && !isUnfinished(state);
}

function injectionOf(
  { state: { epoch, entryCount } }: RequestView,
  found: Pick<InjectionRecord, 'text' | 'resources'>,
): InjectionRecord {
  return { type: 'injection', epoch, afterSeq: entryCount - 1, ...found };
}

/** Whether the request fits with it, and is not so large that another epoch would begin. */
function hasPlace(view: RequestView, injection: InjectionRecord): boolean {
  const { state, config, measured, budget } = view;
  const next = viewRequest(
    { state: applyRecord(state, injection, -1, config), config, measured },
    budget,
  );
  if (!next.fits) return false;
  const isSettled = askPolicy(view).decision.action === 'keep';
  return !isSettled || askPolicy(next).decision.action === 'keep';
}
