import type { SnapshotVerification } from '@everlong/core';

/** Who compacted: everlong, or a provider with its own kind of item. */
export type SummaryOrigin = 'everlong' | 'anthropic' | 'openai' | 'harness';

/** A section of a summary; text before the first heading has an empty heading. */
export interface SummarySection {
  heading: string;
  lines: readonly string[];
}

/** A summary of any origin; unknown numbers are absent. */
export interface SummaryInfo {
  origin: SummaryOrigin;
  kind: 'trim' | 'mask' | 'snapshot';
  /** How many messages it replaces, where that is known. */
  messagesSummarized?: number;
  /** Tokens before it: of what was summarized, or of the request. */
  tokensBefore?: number;
  /** Tokens after it, of the summary or of the request. */
  tokensAfter?: number;
  /** Empty where only the provider can read the summary. */
  sections: readonly SummarySection[];
  /** Only its provider can read it. */
  isEncrypted: boolean;
  verification?: SnapshotVerification;
  reason?: string;
  epoch?: number;
}
