import type { ModelMessage } from '@everlong/core';

import { assistant, user } from './conversation.js';
import { exchange, openWatched, type WatchedSession, words } from './watched-session.js';

/** A watched session with the policy `cowagent`. */
export function openCowagent(
  contextWindow = 200_000,
  budget: object = {},
): Promise<WatchedSession> {
  return openWatched({ policy: 'cowagent', contextWindow, budget });
}

/** A question, a call with a result of so many tokens, and an answer. */
export function turnWithCall(turn: number, resultTokens: number): ModelMessage[] {
  return [
    user(`question ${turn}`),
    ...exchange(`call-${turn}`, words(`output of call-${turn}`, resultTokens)),
    assistant(`answer ${turn}`),
  ];
}
