import type { PlanRange } from './request-resources.js';

/** One compaction, as recorded. */
export interface Compaction {
  object: 'compaction';
  id: string;
  session_id: string;
  /** The epoch that it began. */
  epoch: number;
  /** The epoch in which it was decided. */
  previous_epoch: number;
  /** `trim` leaves out, `mask` replaces tool results, `snapshot` adds a summary. */
  kind: 'trim' | 'mask' | 'snapshot';
  /** The last message that it decided on; later ones are sent as they are. */
  through_seq: number;
  reason: string;
  created_at: string;
  /** The text that replaces the covered messages; `null` without a snapshot. */
  summary: string | null;
  /** Of the summary; `null` without a snapshot. */
  summary_tokens: number | null;
  /** What becomes of the messages up to `through_seq`. */
  ranges: Pick<PlanRange, 'from' | 'to' | 'disposition'>[];
  /** What the summarizer's model calls took. */
  usage?: Record<string, unknown> | undefined;
}

/** How to compact. Without fields: as the session's policy would. */
export interface NewCompaction {
  /** What the summary should keep or stress. */
  instructions?: string;
  /** A summary written by a person, sent unchanged. */
  snapshot?: { text: string; through_seq?: number };
}

/** What a compaction would do; nothing is recorded. */
export interface CompactionPreview {
  object: 'compaction_preview';
  session_id: string;
  action: 'keep' | 'trim' | 'mask' | 'snapshot';
  reason: string;
  /** Of the next request. */
  tokens_before: number;
  /** Of the next request after the compaction. */
  tokens_after: number;
  /** The text that code would write, without a model; `null` without a snapshot. */
  summary: string | null;
  ranges: Pick<PlanRange, 'from' | 'to' | 'disposition'>[];
  /** What the input of coming calls costs with and without it, in `unit`. */
  cost: { unit: 'usd' | 'tokens' };
}

/** The answer to undoing the newest compaction. */
export interface CompactionUndone {
  object: 'compaction_undone';
  session_id: string;
  /** `false`: there was nothing to undo; `reason` says why. */
  undone: boolean;
  reason: string;
  /** Of the next request. */
  tokens_before: number;
  /** Of the next request, with the messages back in it. */
  tokens_after: number;
  epoch: number;
}
