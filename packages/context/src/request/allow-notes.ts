import type { ModelMessage } from '@everlong/core';

import type { SessionConfig } from '../config/session-config.js';
import { notesMessage, truncateNotes } from '../state/context-notes.js';
import type { SessionState } from '../state/session-state.js';

/** The most of the input budget that the agent's notes may take. */
export const NOTES_SHARE = 0.1;

/** The notes that the next epoch sends. */
export interface AllowedNotes {
  tokens: number;
  /** Set where they have to be truncated, or left out. */
  maxTokens?: number;
}

export const NO_NOTES: AllowedNotes = { tokens: 0 };

/** Notes have their share of the budget, but no more than other messages leave them: `room`. */
export function allowNotes(
  { notes }: Pick<SessionState, 'notes'>,
  { counter, policy }: Pick<SessionConfig, 'counter' | 'policy'>,
  { inputBudget, room }: { inputBudget: number; room: number },
): AllowedNotes {
  const message = messageOf(notes);
  if (message === undefined) return NO_NOTES;
  const tokens = counter.message(message);
  const share = policy.unlimited === true ? Infinity : Math.floor(inputBudget * NOTES_SHARE);
  const maxTokens = Math.max(0, Math.min(share, room));
  if (tokens <= maxTokens) return { tokens };
  const truncated = truncateNotes(message, maxTokens, counter);
  return { tokens: truncated === undefined ? 0 : counter.message(truncated), maxTokens };
}

/** A message is counted once: the same object for the same notes. */
const messages = new WeakMap<SessionState['notes'], ModelMessage>();

function messageOf(notes: SessionState['notes']): ModelMessage | undefined {
  const known = messages.get(notes);
  if (known !== undefined) return known;
  const message = notesMessage(notes);
  if (message !== undefined) messages.set(notes, message);
  return message;
}
