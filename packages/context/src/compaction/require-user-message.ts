import { ContextOverflowError, messageText } from '@everlong/core';

import type { EpochCandidates } from './epoch-candidates.js';
import type { KeptGroup } from './fit-groups.js';
import { inputsOverflow } from '../request/epoch-inputs.js';
import type { RequestView } from '../request/request-view.js';
import { shrinkGroup } from '../truncation/shrink-group.js';
import { CUT_MARK } from '../truncation/truncate-text.js';

/** Enough for the head and the tail of a truncated message and the notice between them. */
const MIN_TRUNCATED_TOKENS = 48;

/**
 * Rejects an epoch that would send nothing of the latest user message: `ContextOverflowError` names
 * the instructions or the tools where they are what leaves no room, else the message.
 */
export function requireUserMessage(
  { config, measured, budget }: RequestView,
  { latestUser, userRoom }: EpochCandidates,
  fitted: readonly KeptGroup[],
): void {
  if (latestUser === undefined) return;
  const kept = fitted.find(({ group }) => group === latestUser);
  if (kept !== undefined && saysAnything(kept, config.counter)) return;
  const room = Math.max(0, userRoom);
  const isInputs = measured.instructionTokens + measured.toolTokens > budget.inputBudget / 2;
  throw isInputs
    ? inputsOverflow(measured, Math.max(1, MIN_TRUNCATED_TOKENS - room))
    : new ContextOverflowError('message', latestUser.tokens, room);
}

function saysAnything(
  { group, maxTokens }: KeptGroup,
  counter: RequestView['config']['counter'],
): boolean {
  if (maxTokens === undefined) return true;
  const sent = (shrinkGroup(group, maxTokens, counter) ?? []).flatMap((entry) => entry.messages);
  return sent.some((message) => messageText(message).replaceAll(CUT_MARK, '').trim() !== '');
}
