import type { SessionInfo, Store } from '@everlong/core';
import { forgetSession } from './agent-memory.js';

/**
 * Deletes a session for good, and first what its agent's memory learned from it: what is killed in
 * between leaves a session that can be deleted again, not memories of one that is gone.
 */
export async function deleteSession(
  store: Store,
  directory: string,
  { id, agent }: Pick<SessionInfo, 'id' | 'agent'>,
): Promise<void> {
  await forgetSession(directory, { id, agent });
  await store.deleteSession(id);
  // A chat of another process may have added to its memory in between.
  await forgetSession(directory, { id, agent });
}
