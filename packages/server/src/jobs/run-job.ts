import type { CompactResult } from '@everlong/context';
import type { CompactionRecord, SessionInfo, Store } from '@everlong/core';

import type { ChangeGuard } from '../sessions/change-guard.js';
import type { SessionPool } from '../sessions/session-pool.js';
import type { Tenants } from '../state/tenants.js';
import type { Job } from './job.js';

export interface RunJobOptions {
  pool: SessionPool;
  tenants: Tenants;
  /** Deletes a session with its memories. */
  deleteSession(tenant: string, info: SessionInfo): Promise<void>;
  storeOf(tenant: string): Store;
  guardOf(tenant: string): ChangeGuard;
  /** Has the tenant's memories learn what they have not seen of its sessions; gives how many. */
  catchUp(tenant: string): Promise<number>;
  /** Called after retention has deleted a session. */
  deleted(tenant: string, sessionId: string): Promise<void>;
}

const DAY_MS = 24 * 60 * 60_000;

/** Does a job by its type. */
export function createRunJob(options: RunJobOptions): (job: Job) => Promise<Job['result']> {
  return async (job) => {
    if (job.type === 'compaction') return compact(options, job);
    if (job.type === 'retention') return deleteOld(options, job);
    return { caughtUpSessions: await options.catchUp(job.tenant) };
  };
}

async function compact(
  { pool, storeOf, guardOf }: RunJobOptions,
  { tenant, sessionId = '', options, decidedOn, startedAt = '', attempts }: Job,
): Promise<CompactResult> {
  const made =
    attempts > 1 ? await compactionSince(storeOf(tenant), sessionId, startedAt) : undefined;
  return pool.use(tenant, sessionId, async (session) => {
    if (made !== undefined) {
      const { total } = session.state().used;
      const { reason, epoch } = made;
      return { compacted: true, reason, tokensBefore: total, tokensAfter: total, epoch };
    }
    const work = () => session.compact(options);
    return decidedOn === undefined ? work() : guardOf(tenant).guarded(sessionId, decidedOn, work);
  });
}

/** The compaction that an interrupted attempt had committed already. */
async function compactionSince(
  store: Store,
  sessionId: string,
  time: string,
): Promise<CompactionRecord | undefined> {
  const newest = { type: 'compaction', reverse: true, limit: 1 } as const;
  for await (const record of store.readRecords(sessionId, newest)) {
    if (record.type === 'compaction' && record.createdAt >= time) return record;
  }
  return undefined;
}

async function deleteOld(
  { tenants, storeOf, deleteSession, deleted }: RunJobOptions,
  { tenant }: Job,
): Promise<{ deletedSessions: number }> {
  const days = (await tenants.get(tenant))?.retentionDays;
  if (days === undefined) return { deletedSessions: 0 };
  const store = storeOf(tenant);
  const before = new Date(Date.now() - days * DAY_MS).toISOString();
  let deletedSessions = 0;
  for (;;) {
    const old = await store.listSessions({ before, limit: 100 });
    for (const info of old) {
      await deleteSession(tenant, info);
      await deleted(tenant, info.id);
      deletedSessions++;
    }
    if (old.length < 100) return { deletedSessions };
  }
}
