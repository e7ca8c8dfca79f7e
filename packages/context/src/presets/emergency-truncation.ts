import type { TextCut } from '@everlong/core';

import type { PolicyContext } from '../policies/policy.js';
import { firstRecent } from '../rendering/message-group.js';

/** Images become text, and of long texts the first 1,000 and the last 500 characters stay. */
export const EMERGENCY_CUT: TextCut = {
  overCharacters: 2000,
  headCharacters: 1000,
  tailCharacters: 500,
  roles: ['user', 'assistant', 'tool'],
  withoutFiles: true,
};

/** What an emergency leaves of a list of groups. */
export interface Emergency {
  firstKept: number;
  cuts: ReadonlyMap<number, TextCut>;
  /** What is left of the tokens that the groups may take. */
  freeTokens: number;
}

/**
 * Supyagent's emergency truncation of the groups from `firstKept` on, when with the latest user
 * message they take more than `maxTokens`: those before the protected newest ones lose images and
 * long texts, then the oldest are dropped one by one. If that is not enough, the protected ones are
 * cut too, the oldest first, since a request must fit. The latest user message stays as it is.
 */
export function truncateInEmergency(
  { groups, latestUser, settings, cutTokens }: PolicyContext,
  firstKept: number,
  maxTokens: number,
): Emergency {
  const firstProtected = firstRecent(groups, settings.minRecentMessages);
  const cuts = new Map<number, TextCut>();
  const sizes = groups.map((group, index) =>
    index >= firstKept || index === latestUser ? group.tokens : 0,
  );
  const isOver = (): boolean => sizes.reduce((sum, size) => sum + size, 0) > maxTokens;
  const cut = (index: number): void => {
    const group = groups[index];
    if (group === undefined || index === latestUser) return;
    const tokens = cutTokens(group, EMERGENCY_CUT);
    if (tokens >= group.tokens) return;
    cuts.set(index, EMERGENCY_CUT);
    sizes[index] = tokens;
  };

  let from = firstKept;
  if (isOver()) for (let index = from; index < firstProtected; index++) cut(index);
  for (; from < firstProtected && isOver(); from++) {
    cuts.delete(from);
    if (from !== latestUser) sizes[from] = 0;
  }
  const newest = groups.length - 1;
  for (let index = firstProtected; index < newest && isOver(); index++) cut(index);
  // The newest one is cut when it is what does not fit, and not for the sake of older ones.
  if (isOver() && (groups[newest]?.tokens ?? 0) > maxTokens / 2) cut(newest);
  return {
    firstKept: from,
    cuts,
    freeTokens: maxTokens - sizes.reduce((sum, size) => sum + size, 0),
  };
}
