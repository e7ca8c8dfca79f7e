import type { SessionInfo, Store } from '@everlong/core';
import { forgetSession } from './agent-memory.js';

/** Deletes a session for good, and what its agent's memory learned from it. */
export async function deleteSession(
  store: Store,
  directory: string,
  { id, agent }: Pick<SessionInfo, 'id' | 'agent'>,
): Promise<void> {
  await store.deleteSession(id);
  await forgetSession(directory, { id, agent });
}
