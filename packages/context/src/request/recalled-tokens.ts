import type { RememberedItem } from '@everlong/core';

import type { Counter } from '../rendering/counter.js';
import type { SessionState } from '../state/session-state.js';

/** Tokens of what memory recalled for a message of the user. */
export interface RecalledTokens {
  tokens: number;
  /** Of these, those of learnings. */
  learningTokens: number;
}

/** What the epoch in force sends of it for the message that begins at `forSeq`. */
export function recalledTokens(
  { injections }: Pick<SessionState, 'injections'>,
  forSeq: number | undefined,
  counter: Counter,
): RecalledTokens {
  const recalled = injections.find(
    ({ memory }) => memory !== undefined && memory.forSeq === forSeq,
  );
  if (recalled?.message === undefined) return { tokens: 0, learningTokens: 0 };
  return {
    tokens: counter.message(recalled.message),
    learningTokens: learningTokensOf(recalled.memory?.items ?? []),
  };
}

export function learningTokensOf(items: readonly RememberedItem[]): number {
  const learnings = items.filter(({ kind }) => kind === 'learning');
  return learnings.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Tokens of the profile that the epoch in force sends. */
export function profileTokens(
  { profile }: Pick<SessionState, 'profile'>,
  counter: Counter,
): number {
  return profile?.message === undefined ? 0 : counter.message(profile.message);
}
