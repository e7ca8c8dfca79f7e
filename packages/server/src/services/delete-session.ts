import type { Store } from '@everlong/core';

import type { SessionPool } from '../sessions/session-pool.js';
import type { ChatAnswers } from './chat-answers.js';
import type { Memories } from './memories.js';

export interface DeletesSessions {
  pool: SessionPool;
  chats: ChatAnswers;
  memories: Memories;
  storeOf(tenant: string): Store;
}

/** Ends a session's running answer, deletes it, and has its agent forget what was said in it alone. */
export async function deleteSession(
  { pool, chats, memories, storeOf }: DeletesSessions,
  tenant: string,
  { id, agent }: { id: string; agent: string },
): Promise<void> {
  if (chats.isRunning(tenant, id)) await chats.stop(tenant, id);
  await pool.forget(tenant, id);
  // Before, so that a crash in between leaves no memory of a session that is gone; and after, for
  // what a request in flight observed meanwhile.
  await memories.forgetSession(tenant, agent, id);
  await storeOf(tenant).deleteSession(id);
  await memories.forgetSession(tenant, agent, id);
}
