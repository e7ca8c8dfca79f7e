import type { ServerLimits } from '../config/server-limits.js';
import { problem } from '../http/problem.js';

/** Throws the answer 413 when a session of `count` messages has no room for `more`. */
export function requireRoom(
  { maxSessionMessages }: ServerLimits,
  count: number,
  more: number,
): void {
  if (count + more <= maxSessionMessages) return;
  throw problem(413, {
    code: 'session_full',
    detail: `A session has at most ${maxSessionMessages} messages. Start another one.`,
  });
}
