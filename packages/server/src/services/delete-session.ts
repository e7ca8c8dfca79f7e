import type { SessionInfo, Store } from '@everlong/core';

import { forgetAnswers, MEMORIES } from '../http/idempotency.js';
import type { JobQueue } from '../jobs/job-queue.js';
import type { SessionPool } from '../sessions/session-pool.js';
import { forkSource } from '../sessions/session-settings.js';
import type { ServerState } from '../state/server-state.js';
import type { ChatAnswers } from './chat-answers.js';
import type { Memories } from './memories.js';

export interface DeletesSessions {
  state: ServerState;
  jobs: Pick<JobQueue, 'forget'>;
  pool: SessionPool;
  chats: ChatAnswers;
  memories: Memories;
  storeOf(tenant: string): Store;
}

/**
 * Ends a session's running answer, deletes it with the jobs and stored answers that show something
 * of it, and has its agent forget what was said in it alone.
 */
export async function deleteSession(
  { state, jobs, pool, chats, memories, storeOf }: DeletesSessions,
  tenant: string,
  info: SessionInfo,
): Promise<void> {
  const { id, agent } = info;
  if (chats.isRunning(tenant, id)) await chats.stop(tenant, id);
  await pool.forget(tenant, id);
  // Before, so that a crash in between leaves no memory of a session that is gone; and after, for
  // what a request in flight observed meanwhile.
  await memories.forgetSession(tenant, agent, id);
  await storeOf(tenant).deleteSession(id);
  await memories.forgetSession(tenant, agent, id);
  await jobs.forget(tenant, id);
  // The answer to a fork is among those of the session that was forked, and shows the fork's title.
  const owners = [id, forkSource(info)?.sessionId, memories.isOn ? MEMORIES : undefined];
  for (const owner of owners) if (owner !== undefined) await forgetAnswers(state, tenant, owner);
  await state.scrub();
}
