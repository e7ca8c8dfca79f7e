import type { ReadOptions, SessionRecord, Store, StoredRecord } from '@everlong/core';
import {
  checkExpectedEpoch,
  checkReadRecordsOptions,
  checkRecordInput,
  completeRecord,
  decodeValue,
  encodeValue,
  readExpectedEpoch,
} from '@everlong/core/store-kit';

import { hashText } from '../log/line-kind.js';
import { rowAt } from '../log/log-rows.js';
import type { OpenLog } from '../log/open-log.js';
import type { LogLine } from '../log/read-pages.js';
import { decodeRecordLine, recordLine } from '../lines/record-line.js';
import type { SessionFolder } from './session-folder.js';
import { openAdopted } from './open-adopted.js';
import type { SessionWriter } from './session-writer.js';
import { restoreSummary, writeSummary } from './summary-file.js';

/** The records of sessions. */
export function createRecordLog(
  folder: SessionFolder,
  writer: SessionWriter,
): Pick<Store, 'appendRecord' | 'readRecords'> {
  return {
    async appendRecord(sessionId, record, options) {
      const text = encodeValue(checkRecordInput(record));
      const expectedEpoch = readExpectedEpoch(options);
      return writer.change(sessionId, ({ paths, entries, records, now, afterwards }) => {
        checkExpectedEpoch(sessionId, expectedEpoch, records.state.epoch);
        const recordSeq = records.state.count;
        const said = completeRecord(decodeValue(text) as SessionRecord, entries.state.count);
        const stored: StoredRecord = { ...said, recordSeq, recordedAt: now() };
        records.add(recordLine(stored));
        afterwards(() => writeSummary(paths.summary, stored));
        return stored;
      });
    },

    async *readRecords(sessionId, options = {}) {
      checkReadRecordsOptions(options);
      const { type, limit = Infinity, ...range } = options;
      const paths = folder.find(sessionId);
      const logs = await openAdopted(paths, writer);
      try {
        if (logs.records === undefined) return;
        const lines =
          type === undefined
            ? logs.records.pages({ ...range, limit })
            : pagesOfType(logs.records, type, range);
        let left = limit;
        for await (const page of lines) {
          for (const line of page) {
            if (left <= 0) return;
            const record = logs.records.decode(line, decodeRecordLine);
            if (type !== undefined && record.type !== type) continue;
            restoreSummary(paths.summary, record);
            left--;
            yield record;
          }
        }
      } finally {
        logs.close();
      }
    },
  };
}

const ROWS_AT_ONCE = 4096;

/** The lines whose hash is that of a type; now and then one of another type is among them. */
async function* pagesOfType(
  log: OpenLog,
  type: string,
  { from = 0, to = Infinity, reverse = false }: ReadOptions,
): AsyncGenerator<LogLine[]> {
  await log.table.checkRows();
  const hash = hashText(type);
  let first = Math.max(0, from);
  let last = Math.min(log.table.state.count - 1, to);
  while (first <= last) {
    const count = Math.min(ROWS_AT_ONCE, last - first + 1);
    const start = reverse ? last - count + 1 : first;
    const rows = log.table.rows(start, start + count);
    for (let index = 0; index < count; index++) {
      const at = reverse ? count - 1 - index : index;
      if (rowAt(rows, at).hash === hash) yield [await log.line(start + at)];
    }
    if (reverse) last = start - 1;
    else first = start + count;
  }
}
