import type { CompactResult, EditedSnapshot } from '@everlong/context';

type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed';

/** The part of a compaction's options that is kept until it is done. */
export interface JobCompactOptions {
  instructions?: string;
  snapshot?: EditedSnapshot;
}

/** Work that outlives the request which asked for it. */
export interface Job {
  id: string;
  type: 'compaction' | 'retention';
  tenant: string;
  /** Of a compaction: the session. */
  sessionId?: string;
  /** Of a compaction: how the caller wants it. */
  options?: JobCompactOptions;
  status: JobStatus;
  createdAt: string;
  startedAt?: string;
  endedAt?: string;
  /** How often it was begun: more than once where a server died at work. */
  attempts: number;
  result?: CompactResult | { deletedSessions: number };
  error?: string;
}
