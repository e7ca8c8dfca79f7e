/** Work that outlives its request. It can be read for seven days after its end. */
export interface Job {
  object: 'job';
  id: string;
  type: 'compaction' | 'retention' | 'extraction';
  /** `null` for a retention or an extraction, which are of all sessions. */
  session_id: string | null;
  status: 'queued' | 'running' | 'succeeded' | 'failed';
  /** How often it was begun. */
  attempts: number;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  /** What it did; `null` until the job has succeeded. */
  result:
    | {
        compacted: boolean;
        reason: string;
        tokens_before: number;
        tokens_after: number;
        epoch: number;
      }
    | { deleted_sessions: number }
    | { caught_up_sessions: number }
    | null;
  /** Why it failed; `null` otherwise. */
  error: string | null;
}
