import type { Store } from '@everlong/core';

import type { SessionPool } from '../sessions/session-pool.js';
import type { Memories } from './memories.js';

export interface DeletesSessions {
  pool: SessionPool;
  memories: Memories;
  storeOf(tenant: string): Store;
}

/** Deletes a session, and has its agent forget what was said in it. */
export async function deleteSession(
  { pool, memories, storeOf }: DeletesSessions,
  tenant: string,
  { id, agent }: { id: string; agent: string },
): Promise<void> {
  await pool.forget(tenant, id);
  // Before, so that a server which dies in between leaves nothing that nobody can name; and after,
  // for what a request in flight had observed meanwhile.
  await memories.forgetSession(tenant, agent, id);
  await storeOf(tenant).deleteSession(id);
  await memories.forgetSession(tenant, agent, id);
}
