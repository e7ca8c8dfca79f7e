import type { Entry, CachedRequest } from '@everlong/core';
import { isWithdrawn } from '@everlong/core/store-kit';

import { assembleMessages, REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import { leftOutOf } from '../rendering/gap-marks.js';
import { openExchange } from '../rendering/message-group.js';
import { markForAnthropic } from '../prompt-cache/anthropic-breakpoints.js';
import { rangeAt } from '../state/ranges.js';
import { markOf } from '../state/request-mark.js';
import type { RequestView } from '../request/request-view.js';
import type { SessionState } from '../state/session-state.js';

/** After so many reports without a cached token the provider is taken to cache nothing. */
const MIN_REPORTS = 4;

/**
 * The request as the epoch in force makes it, for a summarizer that asks the session's own model to
 * cover the entries from `fromSeq` to `toSeq`: what it adds at the end is all that is not read from
 * the provider's prompt cache. `undefined` where that is not so, or of no use: another model, other
 * instructions or tools than before, an epoch of which no request was answered yet or so long ago
 * that the cache has expired, a provider that reports no caching, no room in the budget, an
 * unfinished exchange, or entries of the range that the request does not hold.
 */
export function cachedRequest(
  view: RequestView,
  fromSeq: number,
  toSeq: number,
): CachedRequest | undefined {
  const { state, config, measured, draft, budget } = view;
  if (!config.asksOwnModel || measured.isRemembered === true) return undefined;
  if (view.epochChange !== undefined) return undefined;
  const answer = newestAnswer(state);
  if (answer === undefined || !isCached(view, answer)) return undefined;
  if (isUnfinished(state) || !holdsRange(state, fromSeq, toSeq)) return undefined;
  const room = budget.inputBudget - draft.usedTokens - REQUEST_SLACK_TOKENS;
  if (room <= 0 || state.unreadThrough >= 0) return undefined;
  const { instructions, messages } = markForAnthropic(
    { instructions: draft.instructions.text, messages: draft.messages },
    { headMessages: state.summaries.length, previousMessages: messagesBefore(view, answer.seq) },
  );
  return {
    instructions,
    messages,
    ...(measured.tools === undefined ? {} : { tools: measured.tools }),
    room,
    messagesAfter: messages.length - messagesBefore(view, toSeq + 1),
    entriesAfter: state.groups
      .list()
      .filter(({ from }) => from > toSeq)
      .flatMap(({ entries }) => entries),
  };
}

/** The newest answer to a request of this epoch. */
function newestAnswer({ compaction, groups }: SessionState): Entry | undefined {
  const throughSeq = compaction?.throughSeq ?? -1;
  return groups
    .list()
    .findLast(({ to, entries }) => to > throughSeq && entries.some(isAnswer))
    ?.entries.findLast((entry) => entry.seq > throughSeq && isAnswer(entry));
}

function isAnswer(entry: Entry): boolean {
  return entry.message.role === 'assistant' && markOf(entry) !== undefined;
}

function isCached({ state, config }: RequestView, answer: Entry): boolean {
  if (Date.now() - Date.parse(answer.createdAt) > config.cacheLifetimeMs) return false;
  const { samples } = state.usage;
  return (
    samples.length < MIN_REPORTS ||
    samples.some(({ usage }) => (usage.cacheReadTokens ?? 0) + (usage.cacheWriteTokens ?? 0) > 0)
  );
}

/** Whether a user message cannot follow yet: calls wait for results or for a decision. */
export function isUnfinished({ groups, syntheticResults }: SessionState): boolean {
  const open = openExchange(groups.list());
  if (open !== undefined && !syntheticResults.has(open.from)) return true;
  const newest = groups.list().at(-1)?.messages.at(-1);
  return (
    newest?.role === 'tool' && newest.content.some(({ type }) => type === 'tool-approval-response')
  );
}

/** Whether all entries of a range are sent, as far as there is anything to send. */
function holdsRange(
  { groups, compaction, withdrawn }: SessionState,
  fromSeq: number,
  toSeq: number,
): boolean {
  const ranges = compaction?.ranges ?? [];
  const isEmpty = (seq: number): boolean =>
    rangeAt(ranges, seq)?.disposition === 'omitted' || isWithdrawn(withdrawn, seq);
  let next = fromSeq;
  for (const { from, to } of groups.list()) {
    while (next < from && isEmpty(next)) next++;
    if (from <= next) next = Math.max(next, to + 1);
  }
  while (next <= toSeq && isEmpty(next)) next++;
  return next > toSeq;
}

/** How many messages of the request come before the one that an entry begins. */
function messagesBefore({ state, draft }: RequestView, seq: number): number {
  const { groups, injections } = state;
  return assembleMessages({
    opening: draft.opening,
    groups: groups.list().filter(({ from }) => from < seq),
    injections: injections.filter(({ afterSeq }) => afterSeq < seq),
    leftOut: leftOutOf(state),
  }).length;
}
