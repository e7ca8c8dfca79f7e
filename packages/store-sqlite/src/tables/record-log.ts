import {
  CorruptRecordError,
  type SessionRecord,
  type Store,
  type StoredRecord,
} from '@everlong/core';
import { copyValue } from '@everlong/core/internal';
import {
  checkExpectedEpoch,
  checkReadRecordsOptions,
  checkRecordInput,
  checkStoredRecord,
  completeRecord,
  decodePlaced,
  encodeValue,
  epochAfter,
  readExpectedEpoch,
  selectSeqs,
} from '@everlong/core/store-kit';

import { keyRange, pageRows } from './page-rows.js';
import { newRowKey, seqOf } from '../database/row-key.js';
import type { RecordRow } from '../database/statements.js';
import type { TenantDatabase } from '../database/tenant-database.js';

/** The records of sessions. */
export function createRecordLog(
  database: TenantDatabase,
): Pick<Store, 'appendRecord' | 'readRecords'> {
  const { statements, query, write } = database;
  return {
    async appendRecord(sessionId, input, options) {
      const record = copyValue(checkRecordInput(input)) as SessionRecord;
      const expectedEpoch = readExpectedEpoch(options);
      return write(() => {
        const session = database.session(sessionId);
        checkExpectedEpoch(sessionId, expectedEpoch, session.epoch);
        const { key, recordCount, entryCount } = session;
        const at = database.now();
        const recordedAt = new Date(at).toISOString();
        const whole = completeRecord(record, entryCount);
        const stored: StoredRecord = { ...whole, recordSeq: recordCount, recordedAt };
        statements.insertRecord.run(newRowKey(key, recordCount), record.type, encodeValue(stored));
        const epoch = epochAfter(record, session.epoch);
        statements.countRecords.run(recordCount + 1, epoch, at, key);
        return stored;
      });
    },

    async *readRecords(sessionId, options = {}) {
      checkReadRecordsOptions(options);
      const { reverse = false, type } = options;
      const session = database.session(sessionId);
      const all = reverse ? statements.recordsReverse : statements.records;
      const ofType = reverse ? statements.recordsOfTypeReverse : statements.recordsOfType;
      const rows = pageRows(
        keyRange(session.key, session.recordCount, options),
        (first, last, count) =>
          query(() =>
            type === undefined
              ? all.all(first, last, count)
              : ofType.all(first, last, session.key, type, count),
          ),
        (row) => row.record.length,
      );
      if (type !== undefined) {
        for (const row of rows) yield toRecord(row, sessionId);
        return;
      }
      for (const recordSeq of selectSeqs(session.recordCount, options)) {
        const row = rows.next().value;
        if (row === undefined || seqOf(row.key) !== recordSeq) {
          throw database.missingRow('records', session, `recordSeq ${recordSeq}`);
        }
        yield toRecord(row, sessionId);
      }
    },
  };
}

function toRecord({ key, record }: RecordRow, sessionId: string): StoredRecord {
  const recordSeq = seqOf(key);
  const place = `table records, row ${key} (session ${sessionId}, recordSeq ${recordSeq})`;
  const found = decodePlaced(record, place, undefined, checkStoredRecord);
  if (found.recordSeq === recordSeq) return found;
  throw new CorruptRecordError(place, `the record says that it is number ${found.recordSeq}`);
}
