import { fillNewestFirst, equalCap } from '@everlong/budget';

import { isContextSummary, type ManagedMessage } from './managed-message.js';
import { adapterOf } from './adapter-of.js';
import type { MessageAdapter } from './message-adapter.js';
import type { MessageCounter } from './message-counter.js';

export interface KeepOptions {
  /** The newest messages that stay if they fit. */
  minRecentMessages: number;
  maxTokens: number;
  counter: MessageCounter;
}

/**
 * The part of a list that stays as it is: the messages from `from` on, and the user's latest one
 * before it.
 */
export interface Kept {
  from: number;
  /** The index of the latest user message if it is before `from`, else -1. */
  latestUser: number;
}

/**
 * Chooses what a compaction keeps: the newest exchange and the latest user message in any case, and
 * as many of the newest messages as were asked for, exchange by exchange, while they fit.
 */
export function chooseKept(
  messages: readonly ManagedMessage[],
  { minRecentMessages, maxTokens, counter }: KeepOptions,
): Kept {
  const adapter = adapterOf(messages);
  const exchanges = adapter.exchanges(messages);
  const latestUser = messages.findLastIndex(isUserMessage);
  const recent = exchanges.filter(({ to }) => messages.length - 1 - to < minRecentMessages);
  const sizes = recent.map(({ from, to }) => ({
    tokens: messages
      .slice(from, to + 1)
      .reduce(
        (sum, message, index) => sum + (from + index === latestUser ? 0 : counter.message(message)),
        0,
      ),
  }));
  const user = messages[latestUser];
  const room = maxTokens - (user === undefined ? 0 : counter.message(user));
  const kept = recent[fillNewestFirst(sizes, room, { minItems: 1 }).from] ?? exchanges.at(-1);
  const from = kept?.from ?? 0;
  return { from, latestUser: latestUser < from ? latestUser : -1 };
}

function isUserMessage(message: ManagedMessage): boolean {
  return message.role === 'user' && !isContextSummary(message);
}

/** Cuts the longest texts until the list fits; the latest user message is cut last. */
export function truncateList(
  messages: readonly ManagedMessage[],
  maxTokens: number,
  counter: MessageCounter,
): ManagedMessage[] {
  if (counter.list(messages) <= maxTokens) return [...messages];
  const adapter = adapterOf(messages);
  const latestUser = messages.findLastIndex(isUserMessage);
  const user = messages[latestUser];
  const userTokens = user === undefined ? 0 : counter.message(user);
  const shields = userTokens <= maxTokens / 2 ? [latestUser, -1] : [-1];
  let cut = [...messages];
  for (const shielded of shields) {
    for (let share = 1; share > 0.05; share *= 0.8) {
      const room = maxTokens * share - (shielded < 0 ? 0 : userTokens);
      cut = cutList(messages, { room, shielded, adapter, counter });
      if (counter.list(cut) <= maxTokens) return cut;
    }
  }
  return cut;
}

/** Below this a text is only a mark that something was cut. */
const MIN_TEXT_TOKENS = 8;

function cutList(
  messages: readonly ManagedMessage[],
  {
    room,
    shielded,
    adapter,
    counter,
  }: { room: number; shielded: number; adapter: MessageAdapter; counter: MessageCounter },
): ManagedMessage[] {
  const sizes = messages.flatMap((message, index) =>
    index === shielded ? [] : adapter.textTokens(message, counter.text),
  );
  const level = Math.max(MIN_TEXT_TOKENS, equalCap(sizes, room));
  return messages.map((message, index) => {
    const whole = index === shielded || counter.message(message) <= level;
    return whole ? message : adapter.cut(message, level, counter.text);
  });
}
