import type {
  CompactionRecord,
  CompactionRequestRecord,
  Entry,
  EpochInputs,
  InputChange,
  ModelMessage,
  ResourceState,
  Snapshot,
  Usage,
} from '@everlong/core';
import { type SeqRange, remainingRanges } from '@everlong/core/store-kit';

import type { ContextNote } from './context-notes.js';
import { createHeadText, type HeadText } from './head-text.js';
import type { HookFailures } from './hook-failures.js';
import type { Injection } from './injections.js';
import { addToGroups, type MessageGroups, type SyntheticResults } from './message-groups.js';
import type { SentNotes, SentProfile } from './opening-messages.js';
import type { UsageHistory } from './usage-history.js';
import type { Policy } from '../policies/policy.js';
import type { Counter } from '../rendering/counter.js';
import type { RequestLimits } from '../truncation/request-limits.js';

/**
 * What a session holds in memory: the epoch in force and the entries that it sends. A value:
 * `withEntries` and `applyRecord` make the next one.
 */
export interface SessionState {
  readonly sessionId: string;
  readonly agent: string;
  /** The number of entries in the log. */
  readonly entryCount: number;
  /**
   * The last of the entries since the epoch began that are too many to be held in memory; -1
   * without such. The next request begins a new epoch without them.
   */
  readonly unreadThrough: number;
  readonly epoch: number;
  /** The entries that the user withdrew, in order: no request holds them. */
  readonly withdrawn: readonly SeqRange[];
  /** The `system` entries that open the log. */
  readonly head: readonly Entry[];
  readonly headText: HeadText;
  readonly compaction: CompactionRecord | undefined;
  /** The snapshot that is sent, the epoch whose record holds it, and its messages. */
  readonly snapshot: Snapshot | undefined;
  readonly snapshotEpoch: number | undefined;
  readonly summaries: readonly ModelMessage[];
  /** The newest entry when that snapshot was made; -1 before the first. */
  readonly snapshotAtSeq: number;
  readonly inputs: EpochInputs | undefined;
  readonly injections: readonly Injection[];
  /** What the prefix was made with, where instructions or tools have changed behind it. */
  readonly inputBase: InputChange['base'] | undefined;
  /** What was found when files in play were last read, and the epoch that began then. */
  readonly resources: { epoch: number; files: readonly ResourceState[] } | undefined;
  /** By the `seq` of the exchange's first entry. */
  readonly syntheticResults: ReadonlyMap<number, SyntheticResults>;
  /**
   * What long-term memory says of the user, as this epoch sends it; `undefined`: it was not asked.
   */
  readonly profile: SentProfile | undefined;
  /** The agent's notes as they are now; the next epoch sends them. */
  readonly notes: readonly ContextNote[];
  /** The notes that this epoch sends. */
  readonly sentNotes: SentNotes;
  /** The compaction that the agent asked for, while that is pending. */
  readonly compactionRequest: RequestedCompaction | undefined;
  readonly pins: ReadonlySet<number>;
  /** Pinned messages that this epoch does not send. */
  readonly droppedPins: readonly Entry[];
  readonly spend: Usage | undefined;
  /** The record whose sum that is. */
  readonly spendSeq: number | undefined;
  /** The longest prompt that the provider was seen to take. */
  readonly maxInputTokens: number | undefined;
  /** Kinds of files that this epoch names, since the provider was seen to refuse them. */
  readonly refusedFiles: readonly string[];
  /** Those that were refused since the epoch began: the next request begins another one. */
  readonly newlyRefused: readonly string[];
  readonly usage: UsageHistory;
  /** Whether the provider said of a request of this epoch that it is too long. */
  readonly overflowed: boolean;
  readonly hookFailures: HookFailures;
  readonly groups: MessageGroups;
}

/** Why the agent asked for a compaction, and what it wrote as its snapshot. */
export type RequestedCompaction = Pick<CompactionRequestRecord, 'reason' | 'note'>;

/** What rendering a state depends on besides the logs. */
export interface StateOptions {
  model: string | undefined;
  counter: Counter;
  limits: RequestLimits;
  policy: Pick<Policy, 'unlimited'>;
  window: number;
}

/** With entries that were just appended or read; those that are known already change nothing. */
export function withEntries(state: SessionState, entries: readonly Entry[]): SessionState {
  const { entryCount } = state;
  const first = entries.findIndex((entry) => entry.seq === entryCount);
  const fresh = first < 0 ? [] : entries.slice(first);
  if (fresh.length === 0) return state;
  const opens = (entry: Entry, index: number): boolean =>
    entry.message.role === 'system' &&
    state.head.length === entryCount &&
    entry.seq === entryCount + index;
  const firstOther = fresh.findIndex((entry, index) => !opens(entry, index));
  const headEnd = firstOther < 0 ? fresh.length : firstOther;
  const head = [...state.head, ...fresh.slice(0, headEnd)];
  return {
    ...state,
    entryCount: entryCount + fresh.length,
    ...(headEnd === 0 ? {} : { head, headText: createHeadText(head) }),
    groups: addToGroups(state.groups, fresh.slice(headEnd)),
  };
}

/** Whether no entry from `from` on is left that a request could hold. */
export function isEmptyFrom(
  { entryCount, withdrawn }: Pick<SessionState, 'entryCount' | 'withdrawn'>,
  from: number,
): boolean {
  return remainingRanges(withdrawn, { from, to: entryCount - 1 }).length === 0;
}
