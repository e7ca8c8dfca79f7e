import type { Store, StoredRecord } from '@everlong/core';

/** Reads each record of a session once, in order. */
export interface RecordReader {
  /** The records appended since the last call. */
  readNew(): AsyncGenerator<StoredRecord>;
}

export function createRecordReader(
  store: Pick<Store, 'readRecords'>,
  sessionId: string,
): RecordReader {
  let nextSeq = 0;
  return {
    async *readNew() {
      for await (const record of store.readRecords(sessionId, { from: nextSeq })) {
        nextSeq = record.recordSeq + 1;
        yield record;
      }
    },
  };
}
