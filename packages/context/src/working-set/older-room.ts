import { isOwnText, isReply, type MessageGroup } from '../rendering/message-group.js';

/** What a mark for groups that are left out takes in a request. */
const GAP_MARK_TOKENS = 14;

/** The room for older groups, and which of them stay in it. */
export interface OlderRoom {
  /** Why groups stay whole, by index, and which stay masked. */
  readonly kept: ReadonlyMap<number, string>;
  readonly masked: ReadonlySet<number>;
  left(): number;
  /** Tokens of those of the groups that do not stay yet, with the marks around them. */
  costOf(indexes: readonly number[]): number;
  keep(indexes: readonly number[], reason: string): void;
  /** Keeps groups masked, if there is room for them. */
  mask(indexes: readonly number[], maskedTokens: (group: MessageGroup) => number): boolean;
  /** Whether a group stays, in whatever form. */
  isShown(index: number): boolean;
  free(tokens: number): void;
}

interface OlderRoomOptions {
  groups: readonly MessageGroup[];
  /** The groups from here on stay in any case, as does the latest user message. */
  firstKept: number;
  latestUser: number;
  maxTokens: number;
}

/**
 * A room of `maxTokens` for the groups before `firstKept`. A run of groups that stay costs a mark
 * for what is left out before it, unless it begins with the user's own text or the answer to one.
 */
export function createOlderRoom(options: OlderRoomOptions): OlderRoom {
  const { groups, firstKept, latestUser, maxTokens } = options;
  const kept = new Map<number, string>();
  const masked = new Set<number>();
  let left = maxTokens - GAP_MARK_TOKENS;
  const isShown = (index: number): boolean =>
    (index >= firstKept && index < groups.length) ||
    index === latestUser ||
    kept.has(index) ||
    masked.has(index);

  function costOf(
    indexes: readonly number[],
    tokensOf = (group: MessageGroup): number => group.tokens,
  ): number {
    const fresh = indexes.filter((index) => !isShown(index));
    const added = fresh.flatMap((index) => groups[index] ?? []);
    const tokens = added.reduce((sum, group) => sum + tokensOf(group), 0);
    return tokens + addedMarks(groups, fresh, isShown) * GAP_MARK_TOKENS;
  }

  return {
    kept,
    masked,
    left: () => left,
    costOf: (indexes) => costOf(indexes),
    keep(indexes, reason) {
      left -= costOf(indexes);
      for (const index of indexes) if (!isShown(index)) kept.set(index, reason);
    },
    mask(indexes, maskedTokens) {
      const cost = costOf(indexes, maskedTokens);
      if (cost > left) return false;
      left -= cost;
      for (const index of indexes) if (!isShown(index)) masked.add(index);
      return true;
    },
    isShown,
    free(tokens) {
      left += tokens;
    },
  };
}

/** How many more marks there are when these groups stay too. */
function addedMarks(
  groups: readonly MessageGroup[],
  indexes: readonly number[],
  isShown: (index: number) => boolean,
): number {
  const added = new Set<number>();
  let count = 0;
  const isThere = (index: number): boolean => isShown(index) || added.has(index);
  for (const index of indexes) {
    const joinsBefore = isNext(groups, index) && isThere(index - 1);
    const joinsAfter = isNext(groups, index + 1) && isThere(index + 1);
    if (!joinsBefore && mayNeedMark(groups, index)) count++;
    if (joinsAfter && mayNeedMark(groups, index + 1)) count--;
    added.add(index);
  }
  return count;
}

/** Whether nothing lies between a group and the one before it. */
function isNext(groups: readonly MessageGroup[], index: number): boolean {
  const [before, group] = [groups[index - 1], groups[index]];
  return before !== undefined && before.to + 1 === group?.from;
}

function mayNeedMark(groups: readonly MessageGroup[], index: number): boolean {
  const group = groups[index];
  if (group === undefined || isOwnText(group)) return false;
  return !(isReply(group) && groups[index + 1]?.startsTurn === true);
}
