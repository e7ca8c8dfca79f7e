import type { StoredRecord } from '@everlong/core';
import { checkStoredRecord, decodeValue, encodeValue } from '@everlong/core/store-kit';

import { hashText, type LineKind } from '../log/line-kind.js';
import { parseObject } from '../files/parse-object.js';

/** The line of a record. */
export function recordLine(record: StoredRecord): string {
  return encodeValue(record);
}

/** The record behind a line; throws for any other line. */
export function decodeRecordLine(text: string): StoredRecord {
  return checkStoredRecord(decodeValue(text));
}

/**
 * The lines of records, looked up by their type. The value is the epoch in force, the mark the last
 * compaction with a snapshot: records that name the epoch before them begin one.
 */
export const recordLineKind: LineKind = {
  describe(line) {
    const value = parseObject(line.toString('utf8'));
    if (value === undefined) return undefined;
    const { type, recordSeq, recordedAt, epoch, previousEpoch, snapshot } = value;
    const beginsEpoch = typeof epoch === 'number' && typeof previousEpoch === 'number';
    return {
      isItem: true,
      hash: hashText(String(type)),
      ...(Number.isSafeInteger(recordSeq) ? { seq: recordSeq as number } : {}),
      ...(typeof recordedAt === 'string' ? { at: recordedAt } : {}),
      ...(beginsEpoch ? { epoch, isCheckpoint: snapshot !== undefined } : {}),
    };
  },
};
