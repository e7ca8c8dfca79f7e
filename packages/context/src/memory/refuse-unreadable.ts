import type { SessionInfo, Store } from '@everlong/core';

/** Rejects with what the store says of the first of these sessions that it cannot read. */
export async function refuseUnreadable(
  store: Store,
  sessions: readonly SessionInfo[],
): Promise<void> {
  const bad = sessions.find(({ unreadable }) => unreadable !== undefined);
  if (bad !== undefined) await store.getSession(bad.id);
}
