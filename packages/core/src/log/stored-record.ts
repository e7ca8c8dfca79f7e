import type { StoredRecord } from './record.js';
import { type FieldFault, recordFault } from './record-fields.js';

type Fields = Readonly<Record<string, unknown>>;

/** Returns a value that was stored as a record; throws an `Error` that says what is damaged. */
export function checkStoredRecord(value: unknown): StoredRecord {
  const record = (typeof value === 'object' && value !== null ? value : {}) as Fields;
  const { type, recordSeq } = record;
  if (typeof type !== 'string' || !Number.isSafeInteger(recordSeq)) throw new Error('not a record');
  const fault = recordFault(type, record);
  if (fault !== undefined && isMissing(fault)) {
    throw new Error(`the ${type} record has no "${fault.path}": it needs ${fault.expected}`);
  }
  return value as StoredRecord;
}

/**
 * Tells whether readers can rely on all of a record. Earlier versions stored others too: these are
 * passed over, since a session has to stay readable whatever it was given.
 */
export function isReadableRecord(record: StoredRecord): boolean {
  return recordFault(record.type, record as unknown as Fields) === undefined;
}

/**
 * Tells whether the record lacks a field of its own, which no version stored: the file is damaged.
 */
function isMissing({ path, value }: FieldFault): boolean {
  return value === undefined && !/[.[]/.test(path);
}
