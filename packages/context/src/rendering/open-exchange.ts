import { toolCallsOf, toolResultsOf } from '@everlong/core';

import type { MessageGroup } from './message-group.js';

/**
 * The newest group, if it holds calls whose results have not all come: without it, what comes next
 * would be a result without its call.
 */
export function openExchange(groups: readonly MessageGroup[]): MessageGroup | undefined {
  const newest = groups.at(-1);
  if (newest === undefined) return undefined;
  const [head, ...replies] = newest.entries;
  const calls = head === undefined ? [] : toolCallsOf(head.message);
  const answered = new Set(
    replies.flatMap(({ message }) => toolResultsOf(message).map(({ toolCallId }) => toolCallId)),
  );
  return calls.some(({ toolCallId }) => !answered.has(toolCallId)) ? newest : undefined;
}
