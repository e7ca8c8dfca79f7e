import type { MessageGroup } from '../rendering/message-group.js';

/** The first of the newest groups that together hold at least `messages` messages. */
export function firstRecent(groups: readonly MessageGroup[], messages: number): number {
  let from = groups.length;
  for (let count = 0; from > 0 && count < messages; from--) {
    count += groups[from - 1]?.messages.length ?? 0;
  }
  return from;
}
