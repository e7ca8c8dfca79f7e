import type { CompactResult } from '@everlong/context';

export const jobStatuses = ['queued', 'running', 'succeeded', 'failed'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** Work that outlives the request which asked for it. */
export interface Job {
  id: string;
  type: 'compaction' | 'retention';
  tenant: string;
  /** Of a compaction: the session. */
  sessionId?: string;
  /** Of a compaction: what the caller wants kept or stressed. */
  instructions?: string;
  status: JobStatus;
  createdAt: string;
  startedAt?: string;
  endedAt?: string;
  /** How often it was begun: more than once where a server died at work. */
  attempts: number;
  result?: CompactResult | { deletedSessions: number };
  error?: string;
}
