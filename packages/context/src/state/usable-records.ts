import type { ReadRecordsOptions, Store, StoredRecord } from '@everlong/core';
import { isReadableRecord } from '@everlong/core/store-kit';

type OfType<Type> = Extract<StoredRecord, { type: Type }>;

/**
 * The records of a type. Those that no reader can rely on are passed over: earlier versions stored
 * whatever they were given, and a session has to open all the same.
 */
export async function* usableRecords<Type extends StoredRecord['type']>(
  store: Store,
  sessionId: string,
  options: ReadRecordsOptions & { type: Type },
): AsyncGenerator<OfType<Type>> {
  for await (const record of store.readRecords(sessionId, options)) {
    if (isOfType(record, options.type) && isReadableRecord(record)) yield record;
  }
}

function isOfType<Type extends StoredRecord['type']>(
  record: StoredRecord,
  type: Type,
): record is OfType<Type> {
  return record.type === type;
}
