import { fillNewestFirst, fitItems } from '@everlong/budget';
import type { LineRange, TextCut } from '@everlong/core';

import type { Counter } from '../rendering/counter.js';
import { MIN_MESSAGE_TOKENS, shrinkGroup } from '../truncation/shrink-group.js';
import { type MessageGroup, renderedTokens } from '../rendering/message-group.js';

/** A group of the next epoch, and the most tokens it may take when it had to be cut. */
export interface KeptGroup {
  group: MessageGroup;
  maxTokens?: number;
  /** The group is kept with its results masked. */
  masked?: boolean;
  /** The group's files are named, not sent. */
  withoutFiles?: boolean;
  /** How the group's long texts were cut already. */
  cut?: TextCut;
  /** The lines that stay of the results of its entries, by `seq`. */
  lines?: ReadonlyMap<number, KeptLines>;
  /** Why it stays, where a policy chose it. */
  reason?: string | undefined;
  tokens: number;
}

/** The lines that stay of an entry's results, and the tokens of what is sent of the entry. */
export interface KeptLines {
  keepLines: LineRange[];
  tokens: number;
}

export interface FitOptions {
  /** The group of the latest user message: it stays whole as long as it fits alone. */
  latestUser: MessageGroup | undefined;
  /** The newest groups: as many of them stay whole as fit together with the latest user message. */
  recent: readonly MessageGroup[];
  /** Groups that are cut rather than left out, and never for the sake of the recent ones. */
  pinned?: readonly MessageGroup[];
  /** What all groups together should take. */
  maxTokens: number;
  /** What the latest user message and the recent groups may take, if need be beyond `maxTokens`. */
  maxProtectedTokens: number;
  /** What the latest user message may take where it leaves the others nothing. */
  maxUserTokens: number;
  counter: Counter;
}

/**
 * Makes groups (oldest first) fit: the largest are cut first, then the oldest dropped; the recent,
 * the pinned ones and the latest user message are cut last. What these take beyond their share, the
 * others lose.
 */
export function fitGroups(groups: readonly MessageGroup[], options: FitOptions): KeptGroup[] {
  const { latestUser, maxTokens, maxProtectedTokens, maxUserTokens, counter } = options;
  const userTokens = Math.min(latestUser?.tokens ?? 0, maxUserTokens);
  const pinned = (options.pinned ?? []).filter((group) => group !== latestUser);
  const pins = fitItems(
    pinned.map(sizeOf),
    Math.floor((maxProtectedTokens - userTokens) * PINNED_SHARE),
  );
  const pinnedTokens = pins.allowances.reduce((sum, tokens) => sum + tokens, 0);
  const recent = options.recent.filter((group) => group !== latestUser && !pinned.includes(group));
  const fill = fillNewestFirst(recent, maxProtectedTokens - userTokens - pinnedTokens);
  const whole = new Set(recent.slice(fill.from));
  const others = groups.filter(
    (group) =>
      group !== latestUser &&
      !whole.has(group) &&
      !pinned.includes(group) &&
      group.messages.length > 0,
  );
  const protectedLeft = maxProtectedTokens - userTokens - pinnedTokens - fill.tokens;
  // What the agent has just done is cut rather than left out: it would do it again.
  const newest = whole.size === 0 ? (recent.at(-1)?.tokens ?? 0) : 0;
  const { allowances } = fitItems(
    others.map(sizeOf),
    Math.max(
      maxTokens - userTokens - pinnedTokens - fill.tokens,
      Math.min(newest, NEWEST_TOKENS, protectedLeft),
    ),
  );
  const allowed = new Map(others.map((group, index) => [group, allowances[index] ?? 0]));
  for (const group of whole) allowed.set(group, group.tokens);
  for (const [index, group] of pinned.entries()) allowed.set(group, pins.allowances[index] ?? 0);
  if (latestUser !== undefined) allowed.set(latestUser, userTokens);
  return groups.flatMap((group) => fitGroup(group, allowed.get(group) ?? 0, counter));
}

/** What the newest exchange gets of what is protected, where it does not fit whole. */
const NEWEST_TOKENS = 400;

/** The most of what the latest user message leaves that pinned groups may take. */
const PINNED_SHARE = 0.5;

function sizeOf(group: MessageGroup): { tokens: number; minTokens: number } {
  return { tokens: group.tokens, minTokens: group.messages.length * MIN_MESSAGE_TOKENS };
}

function fitGroup(group: MessageGroup, maxTokens: number, counter: Counter): KeptGroup[] {
  if (group.messages.length === 0) return [];
  if (maxTokens >= group.tokens) {
    const masked = group.rendered.some((entry) => entry.disposition === 'masked');
    return [{ group, tokens: group.tokens, ...(masked ? { masked } : {}) }];
  }
  const rendered = maxTokens <= 0 ? undefined : shrinkGroup(group, maxTokens, counter);
  if (rendered === undefined) return [];
  return [{ group, maxTokens, tokens: renderedTokens(rendered, counter) }];
}
