import type { SnapshotVerification } from '@everlong/core';

import type { Format } from '../reading/format.js';
import type { SummaryInfo } from '../reading/summary-info.js';

/** The texts of summaries and dividers. Numbers are passed formatted. */
export interface CompactionStrings {
  /** The title of a summary or of its divider. */
  title(summary: SummaryInfo, format: Format): string;
  /** Tokens before and after. */
  saved(before: string, after: string): string;
  /** A section heading; `name` is the heading in the summary. */
  heading(name: string): string;
  /** Shown for a summary that only its provider can read. */
  encrypted: string;
  /** How many values of the summary were checked, struck and restored. */
  verification(found: SnapshotVerification, format: Format): string;
  /** While a compaction runs. */
  running: string;
  failed: string;
}

/** English. */
export const compactionStrings: CompactionStrings = {
  title: ({ origin, kind, messagesSummarized: count }, { number }) => {
    if (kind === 'mask') return 'Old tool results replaced by references';
    if (kind === 'trim') return 'Older messages left out';
    if (count !== undefined) return `${number(count)} message${count === 1 ? '' : 's'} summarized`;
    const who = { openai: ' by OpenAI', anthropic: ' by Anthropic', harness: '', everlong: '' };
    return `Conversation summarized${who[origin]}`;
  },
  saved: (before, after) => `${before} to ${after} tokens`,
  heading: (name) => name,
  encrypted: 'Only the provider can read this summary',
  verification: ({ checked, struck, restored }, { number }) =>
    `${number(checked)} values checked against the messages: ` +
    `${number(struck)} struck, ${number(restored)} restored`,
  running: 'Summarizing the conversation…',
  failed: 'The conversation could not be summarized',
};
