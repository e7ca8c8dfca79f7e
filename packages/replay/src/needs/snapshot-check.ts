import type { Snapshot } from '@everlong/core';
import { createSourceIndex, extractValues } from '@everlong/summarizer';

import type { PolicyTally } from '../report/policy-tally.js';
import type { ReplayLog } from './replay-log.js';

/** What the software says of a snapshot itself: its first line, numbers of entries, counts. */
const aboutItself = /^\[(?:Record of messages|Summary:) .*|#\d+(?!\w)|\n## Not Shown\n[^]*$/g;

/**
 * Books a snapshot that was made before entry `seq`: how many exact values its text shows, and how
 * many of them no entry before it holds. Where several snapshots are sent the last one is looked
 * at.
 */
export function checkSnapshot(
  { text, parts, tokens }: Snapshot,
  seq: number,
  { entries, needs }: ReplayLog,
  { snapshots }: PolicyTally,
): void {
  const said = (parts?.at(-1) ?? text).replaceAll(aboutItself, '');
  const values = new Set(extractValues(said).map(({ value }) => value));
  const isHeld = (value: string): boolean => needs.entriesWith(value).some((at) => at < seq);
  const doubtful = [...values].filter((value) => !isHeld(value));
  snapshots.made++;
  snapshots.maxTokens = Math.max(snapshots.maxTokens, tokens);
  snapshots.values += values.size;
  if (doubtful.length === 0) return;
  // Entries are read without their secrets, and parts of a longer path are held too.
  const sources = createSourceIndex(entries.slice(0, seq));
  snapshots.invented.push(...doubtful.filter((value) => !sources.holdsValue(value)));
}
