import type { Store } from '@everlong/core';

import type { ServerLimits } from '../config/server-limits.js';
import { problem } from '../http/problem.js';
import { findEntry } from '../sessions/find-entry.js';

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

/** The same for messages of these ids, where they have one: those that are stored take no room. */
export async function requireRoomForNew(
  limits: ServerLimits,
  count: number,
  ids: readonly (string | undefined)[],
  { store, sessionId }: { store: Store; sessionId: string },
): Promise<void> {
  if (count + ids.length <= limits.maxSessionMessages) return;
  let more = 0;
  for (const id of ids) {
    const known = id === undefined ? undefined : await findEntry(store, sessionId, id);
    if (known === undefined) more++;
  }
  if (more > 0) requireRoom(limits, count, more);
}
