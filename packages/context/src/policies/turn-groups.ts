import type { TurnSize } from '@everlong/budget';

import { isReply, type MessageGroup } from '../rendering/message-group.js';

/** A turn: the groups from one user message up to the next. */
export interface TurnGroups extends TurnSize {
  /** Indexes of the first group, and of the first after the last. */
  from: number;
  to: number;
  /** Indexes of the user message and of the final reply, as far as there are any. */
  texts: number[];
}

/**
 * The turns of groups (oldest first), each group in exactly one; what precedes the first user
 * message belongs to the first turn. `sizes` are the tokens of the groups.
 */
export function turnsOf(groups: readonly MessageGroup[], sizes: readonly number[]): TurnGroups[] {
  const starts = groups.flatMap((group, index) => (group.startsTurn ? [index] : []));
  const bounds = [0, ...starts.slice(1), groups.length];
  return bounds.slice(0, -1).map((from, turn) => {
    const to = bounds[turn + 1] ?? groups.length;
    const texts = textsOf(groups, from, to);
    return {
      from,
      to,
      texts,
      tokens: sum(sizes.slice(from, to)),
      textTokens: sum(texts.map((index) => sizes[index] ?? 0)),
    };
  });
}

function textsOf(groups: readonly MessageGroup[], from: number, to: number): number[] {
  const turn = groups.slice(from, to);
  const user = turn.findIndex((group) => group.startsTurn);
  const reply = turn.findLastIndex(isReply);
  return [user, reply].filter((index) => index >= 0).map((index) => from + index);
}

/**
 * The index after the reply that ends what is sent, if one does. Groups without anything to send
 * may follow it; they do not count.
 */
export function afterLastReply(groups: readonly MessageGroup[]): number | undefined {
  const last = groups.findLastIndex(({ messages }) => messages.length > 0);
  const group = groups[last];
  return group !== undefined && isReply(group) ? last + 1 : undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
