import type { PolicyContext } from '../policies/policy.js';
import { isReply, type MessageGroup } from '../rendering/message-group.js';

/** Of the way to the hard threshold, the share up to which there is room to wait. */
const WAITING_SHARE = 0.85;

/**
 * Whether a compaction that is worth its cost waits for the end of a turn, and what its reason says
 * of that: what a turn is about is needed while it is under way. It does not wait where the cache
 * is cold, near the hard threshold, or once waiting has cost too much (`isUrgent`).
 */
export function pauseOf(
  { groups, usedTokens, promptCacheExpired }: PolicyContext,
  { hardLimit, isUrgent }: { hardLimit: number; isUrgent: boolean },
): { waits: boolean; because: string } {
  const end = turnEnd(groups.at(-1));
  if (end !== undefined) return { waits: false, because: `, and ${end}` };
  const hasRoom = usedTokens <= hardLimit * WAITING_SHARE;
  return { waits: hasRoom && !promptCacheExpired && !isUrgent, because: '' };
}

/** Why the newest group ends a turn, or begins one; `undefined` while one is under way. */
function turnEnd(newest: MessageGroup | undefined): string | undefined {
  if (newest === undefined) return undefined;
  if (newest.startsTurn) return 'the user begins the next request';
  return isReply(newest) ? 'the answer is complete' : undefined;
}
