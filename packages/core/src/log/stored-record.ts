import type { SessionRecord, StoredRecord } from './record.js';

type Fields = Readonly<Record<string, unknown>>;
type Kind = 'number' | 'string' | 'list' | 'object';

/**
 * The fields that readers rely on, in every version that wrote such records; other types are newer
 * than this version.
 */
const fields: Partial<Record<SessionRecord['type'], Record<string, Kind>>> = {
  compaction: { epoch: 'number', throughSeq: 'number', ranges: 'list' },
  rewind: { epoch: 'number', fromSeq: 'number' },
  usage: { usage: 'object', total: 'object' },
  limit: { maxInputTokens: 'number' },
  injection: { afterSeq: 'number', text: 'string' },
  'synthetic-results': { seq: 'number', toolCallIds: 'list' },
  inputs: { inputs: 'object' },
  pin: { seq: 'number' },
  'context-note': { name: 'string', seq: 'number' },
  'compaction-request': { epoch: 'number', seq: 'number', reason: 'string' },
};

/** Returns a value that was stored as a record; throws an `Error` that says what is damaged. */
export function checkStoredRecord(value: unknown): StoredRecord {
  const record = (typeof value === 'object' && value !== null ? value : {}) as Fields;
  const { type, recordSeq } = record;
  if (typeof type !== 'string' || !Number.isSafeInteger(recordSeq)) throw new Error('not a record');
  const missing = missingField(type, record);
  if (missing !== undefined) throw new Error(`the ${type} record has no ${missing}`);
  return value as StoredRecord;
}

/** The kind and name of the first field that readers rely on and a record of this type lacks. */
export function missingField(type: string, record: Fields): string | undefined {
  const expected = Object.hasOwn(fields, type) ? fields[type as SessionRecord['type']] : undefined;
  const found = Object.entries(expected ?? {}).find(
    ([name, kind]) => kindOf(record[name]) !== kind,
  );
  return found && `${found[1]} "${found[0]}"`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return value === null ? 'null' : typeof value;
}
