import type { SnapshotVerification } from '@everlong/core';

/** Who compacted: this project, or a provider by an item of its own. */
export type SummaryOrigin = 'everlong' | 'anthropic' | 'openai' | 'harness';

/** A part of a summary under a heading; the heading of what precedes the first one is empty. */
export interface SummarySection {
  heading: string;
  lines: readonly string[];
}

/** What a summary says about itself, wherever it came from; unknown numbers are absent. */
export interface SummaryInfo {
  origin: SummaryOrigin;
  kind: 'trim' | 'mask' | 'snapshot';
  messagesSummarized?: number;
  /** Tokens before and after: of what was summarized, or of the request. */
  tokensBefore?: number;
  tokensAfter?: number;
  /** Empty where only the provider can read the summary. */
  sections: readonly SummarySection[];
  /** The provider keeps it to itself. */
  isEncrypted: boolean;
  verification?: SnapshotVerification;
  reason?: string;
  epoch?: number;
}
