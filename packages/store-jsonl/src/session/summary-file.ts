import { readFileSync } from 'node:fs';

import {
  type CompactionRecord,
  messageText,
  type RewindRecord,
  type StoredRecord,
} from '@everlong/core';
import { redactMessage } from '@everlong/core/internal';
import writeFileAtomic from 'write-file-atomic';

import { isFileError } from '../files/file-errors.js';
import { parseObject } from '../files/parse-object.js';
import { foreignTime } from '../lines/supyagent-line.js';

/**
 * The current snapshot as a file of its own, in supyagent's fields; an empty one once the user
 * withdrew entries that it may know. `undefined` for other records.
 */
function summaryOf(record: StoredRecord): object | undefined {
  if (record.type === 'rewind') return withdrawnSummary(record);
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

function withdrawnSummary({ epoch, recordSeq, recordedAt }: StoredRecord & RewindRecord): object {
  return {
    content: '',
    messages_summarized: 0,
    first_message_idx: 0,
    last_message_idx: -1,
    created_at: recordedAt,
    token_count: 0,
    epoch,
    record_seq: recordSeq,
  };
}

/** The content of a summary file; empty when it is missing or broken. */
function readSummary(path: string): Record<string, unknown> {
  try {
    return parseObject(readFileSync(path, 'utf8')) ?? {};
  } catch {
    return {};
  }
}

/** Which record a summary file was made from; Infinity when another program wrote it. */
function summarySeq(path: string): number {
  const { record_seq: seq, content } = readSummary(path);
  if (typeof seq === 'number') return seq;
  return typeof content === 'string' ? Infinity : -1;
}

/**
 * The summary that supyagent wrote for a session of `entryCount` messages, as the record of a
 * compaction with it: its text exists nowhere else. `undefined` when there is none.
 */
export function foreignSummary(path: string, entryCount: number): CompactionRecord | undefined {
  const { content, record_seq, last_message_idx, token_count, created_at } = readSummary(path);
  if (typeof content !== 'string' || content.trim() === '' || record_seq !== undefined)
    return undefined;
  if (!Number.isSafeInteger(last_message_idx) || entryCount === 0) return undefined;
  const throughSeq = Math.min(Number(last_message_idx), entryCount - 1);
  if (throughSeq < 0) return undefined;
  const reason = 'summary of supyagent';
  const text = messageText(redactMessage({ role: 'user', content }));
  return {
    type: 'compaction',
    epoch: 1,
    previousEpoch: 0,
    kind: 'snapshot',
    throughSeq,
    ranges: [{ from: 0, to: throughSeq, disposition: 'summarized', reason, tokens: 0 }],
    snapshot: {
      text,
      tokens: Number.isFinite(token_count) ? Number(token_count) : Math.ceil(content.length / 4),
      throughSeq,
      messagesCovered: throughSeq + 1,
      source: 'model',
      sections: sectionsOf(text),
      ledger: [],
    },
    reason,
    createdAt: foreignTime({ created_at }) ?? new Date().toISOString(),
  };
}

/** The sections that supyagent asks its model for. */
const SECTIONS: readonly string[] = [
  'Files Modified',
  'Key Decisions',
  'Important Values',
  'Current State',
  'Pending Tasks',
];

/** The lines of a summary by their section: the next snapshot carries on all but the state. */
function sectionsOf(summary: string): Record<string, string[]> {
  const sections: Record<string, string[]> = {};
  let name = 'Key Decisions';
  for (const line of summary.split('\n')) {
    const heading = /^#{1,6}\s+(.*?):?\s*$/.exec(line)?.[1];
    const item = line.replace(/^\s*[-*•]\s+/, '').trim();
    if (heading !== undefined)
      name = SECTIONS.find((known) => known === heading) ?? 'Key Decisions';
    else if (item !== '') (sections[name] ??= []).push(item);
  }
  return sections;
}

/**
 * Replaces the summary file by that of a record with a snapshot; one of supyagent's is kept. Where
 * it cannot be written it stays as it is: the file is derived, and the record itself is stored.
 */
export function writeSummary(path: string, record: StoredRecord): void {
  const summary = summaryOf(record);
  if (summary === undefined || summarySeq(path) === Infinity) return;
  try {
    writeFileAtomic.sync(path, `${JSON.stringify(summary, null, 2)}\n`);
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
}

/** Makes the summary file again when it is missing or older than a record that was read. */
export function restoreSummary(path: string, record: StoredRecord): void {
  if (summaryOf(record) === undefined) return;
  if (summarySeq(path) < record.recordSeq) writeSummary(path, record);
}
