import type { ContextState } from './context-state.js';
import type { Snapshot, SnapshotVerification } from './snapshot.js';

/**
 * The outcome of a compaction, for display: the data of a `data-context-compaction` part of a UI
 * message. Stored with the message that was being answered.
 */
export interface ContextCompactionData {
  /** The epoch that it began. */
  epoch: number;
  kind: 'trim' | 'mask' | 'snapshot';
  reason: string;
  /** ISO 8601. */
  createdAt?: string;
  /** Messages that the summary covers, those of earlier summaries included. */
  messagesSummarized?: number;
  /** Tokens of the request before it. */
  tokensBefore?: number;
  /** Tokens of the request after it. */
  tokensAfter?: number;
  /** The summary's prose by heading, in the order in which it is sent. */
  sections?: Record<string, readonly string[]>;
  source?: Snapshot['source'];
  verification?: SnapshotVerification;
}

/** The progress of a compaction: a transient `data-context-status` part, not stored. */
export interface ContextStatusData {
  status: 'started' | 'progress' | 'finished' | 'failed';
  /** `blocking`: the answer waits for it. */
  phase: 'background' | 'blocking';
  /** 0 to 1, where it is known. */
  progress?: number;
  reason?: string;
}

/**
 * The data parts of a `UIMessage` that a chat with a session may hold, by the names that the AI SDK
 * gives them: `data-context-state` (one fixed id a message, so that later ones replace it),
 * `data-context-compaction` and `data-context-status`.
 */
// A type alias and no interface: only that is assignable to the SDK's `UIDataTypes`.
export type ContextDataParts = {
  'context-state': ContextState;
  'context-compaction': ContextCompactionData;
  'context-status': ContextStatusData;
};
