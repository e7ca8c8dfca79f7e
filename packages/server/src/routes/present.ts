import type { Entry, RewindRecord, SearchHit, SessionInfo, Store } from '@everlong/core';
import { definedFields, readSettings } from '@everlong/core/internal';
import { isWithdrawn, withdrawnRanges } from '@everlong/core/store-kit';

import { etagOf } from '../http/etag.js';
import type { Job } from '../jobs/job.js';
import { forkSource, ownMetadata, titleOf } from '../sessions/session-settings.js';

/** A session as the API shows it. */
export function presentSession(info: SessionInfo) {
  const { model, contextWindow, policy, summaryModel } = readSettings(info);
  const fork = forkSource(info);
  return {
    object: 'session' as const,
    id: info.id,
    agent: info.agent,
    title: titleOf(info),
    metadata: ownMetadata(info),
    ...definedFields({ model, context_window: contextWindow, policy, summary_model: summaryModel }),
    message_count: info.entryCount,
    epoch: info.epoch,
    ...(fork && { forked_from: { session_id: fork.sessionId, through_seq: fork.throughSeq } }),
    created_at: info.createdAt,
    updated_at: info.updatedAt,
    etag: etagOf(info),
  };
}

/** A stored message as the API shows it. */
export function presentEntry({ id, sessionId, seq, createdAt, message, ...more }: Entry) {
  const { model, usage, metadata } = more;
  return {
    object: 'message' as const,
    id,
    session_id: sessionId,
    seq,
    created_at: createdAt,
    message,
    ...definedFields({ model, usage, metadata }),
  };
}

/** Stored messages as the API shows them, with `withdrawn` where a rewind took them back. */
export async function presentEntries(store: Store, sessionId: string, entries: readonly Entry[]) {
  const rewinds: RewindRecord[] = [];
  for await (const record of store.readRecords(sessionId, { type: 'rewind' })) {
    if (record.type === 'rewind') rewinds.push(record);
  }
  const ranges = withdrawnRanges(rewinds);
  return entries.map((entry) => ({
    ...presentEntry(entry),
    ...(isWithdrawn(ranges, entry.seq) ? { withdrawn: true as const } : {}),
  }));
}

export function presentJob(job: Job) {
  return {
    object: 'job' as const,
    id: job.id,
    type: job.type,
    session_id: job.sessionId ?? null,
    status: job.status,
    attempts: job.attempts,
    created_at: job.createdAt,
    started_at: job.startedAt ?? null,
    ended_at: job.endedAt ?? null,
    result: job.result === undefined ? null : presentResult(job.result),
    error: job.error ?? null,
  };
}

function presentResult(result: NonNullable<Job['result']>) {
  if ('deletedSessions' in result) return { deleted_sessions: result.deletedSessions };
  if ('caughtUpSessions' in result) return { caught_up_sessions: result.caughtUpSessions };
  const { compacted, reason, tokensBefore, tokensAfter, epoch } = result;
  return { compacted, reason, tokens_before: tokensBefore, tokens_after: tokensAfter, epoch };
}

export function presentHit({ entryId, sessionId, seq, score, excerpt }: SearchHit) {
  return { id: entryId, session_id: sessionId, seq, score, excerpt };
}
