import type { CompactResult, EditedSnapshot } from '@everlong/context';

import type { DecidedOn } from '../sessions/change-guard.js';

type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed';

/** The options of a compaction that its job stores. */
export interface JobCompactOptions {
  instructions?: string;
  snapshot?: EditedSnapshot;
}

/** Work that outlives the request that queued it. */
export interface Job {
  id: string;
  type: 'compaction' | 'retention' | 'extraction';
  tenant: string;
  /** For a compaction: the session. */
  sessionId?: string;
  /** For a compaction: the caller's options. */
  options?: JobCompactOptions;
  /**
   * For a compaction with `If-Match`: it fails if anybody else changes the session before its end.
   */
  decidedOn?: DecidedOn;
  status: JobStatus;
  createdAt: string;
  startedAt?: string;
  endedAt?: string;
  /** How often it was started: more than once after a crash. */
  attempts: number;
  result?: CompactResult | { deletedSessions: number } | { caughtUpSessions: number };
  error?: string;
}
