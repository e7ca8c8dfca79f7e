import { readFileSync } from 'node:fs';

import type { StoredRecord } from '@everlong/core';
import writeFileAtomic from 'write-file-atomic';

import { parseObject } from '../log/line-kind.js';

/** The current snapshot as a file of its own, in supyagent's fields; `null` for other records. */
function summaryOf(record: StoredRecord): object | undefined {
  if (record.type !== 'compaction' || record.snapshot === undefined) return undefined;
  const { text, throughSeq, messagesCovered, tokens } = record.snapshot;
  return {
    content: text,
    messages_summarized: messagesCovered,
    first_message_idx: 0,
    last_message_idx: throughSeq,
    created_at: record.createdAt,
    token_count: tokens,
    epoch: record.epoch,
    record_seq: record.recordSeq,
  };
}

/** Which record a summary file was made from; -1 when there is none, or a broken one. */
function summarySeq(path: string): number {
  try {
    const seq = parseObject(readFileSync(path, 'utf8'))?.['record_seq'];
    return typeof seq === 'number' ? seq : -1;
  } catch {
    return -1;
  }
}

/** Replaces the summary file by that of a record with a snapshot. */
export function writeSummary(path: string, record: StoredRecord): void {
  const summary = summaryOf(record);
  if (summary !== undefined) writeFileAtomic.sync(path, `${JSON.stringify(summary, null, 2)}\n`);
}

/** Makes the summary file anew when it is missing or older than a record that was read. */
export function restoreSummary(path: string, record: StoredRecord): void {
  if (record.type !== 'compaction' || record.snapshot === undefined) return;
  if (summarySeq(path) >= record.recordSeq) return;
  try {
    writeSummary(path, record);
  } catch {
    // Derived, and whoever reads may not be allowed to write: the record itself was read.
  }
}
