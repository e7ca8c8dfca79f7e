import type { Snapshot } from '@everlong/core';
import { createSourceIndex, extractValues } from '@everlong/summarizer';

import type { PolicyTally } from '../report/policy-tally.js';
import type { ReplayLog } from './replay-log.js';

/** Text that everlong itself adds to a snapshot: its first line, entry numbers, counts. */
const addedText = /^\[(?:Record of messages|Summary:) .*|#\d+(?!\w)|\n## Not Shown\n[^]*$/g;

/**
 * Counts a snapshot that was made before entry `seq`, the exact values in its text, and those of
 * them that no earlier entry contains. Of several snapshots sent together the last one is checked.
 */
export function checkSnapshot(
  { text, parts, tokens }: Snapshot,
  seq: number,
  { entries, needs }: ReplayLog,
  { snapshots }: PolicyTally,
): void {
  const said = (parts?.at(-1) ?? text).replaceAll(addedText, '');
  const values = new Set(extractValues(said).map(({ value }) => value));
  const isHeld = (value: string): boolean => needs.entriesWith(value).some((at) => at < seq);
  const doubtful = [...values].filter((value) => !isHeld(value));
  snapshots.made++;
  snapshots.maxTokens = Math.max(snapshots.maxTokens, tokens);
  snapshots.values += values.size;
  if (doubtful.length === 0) return;
  // The index also ignores secrets and accepts parts of a longer path.
  const sources = createSourceIndex(entries.slice(0, seq));
  snapshots.invented.push(...doubtful.filter((value) => !sources.holdsValue(value)));
}
