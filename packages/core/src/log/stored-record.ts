import type { SessionRecord, StoredRecord } from './record.js';

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
  const record = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<string, unknown>
  >;
  const { type, recordSeq } = record;
  if (typeof type !== 'string' || !Number.isSafeInteger(recordSeq)) throw new Error('not a record');
  const expected = Object.hasOwn(fields, type) ? fields[type as SessionRecord['type']] : undefined;
  for (const [name, kind] of Object.entries(expected ?? {})) {
    if (kindOf(record[name]) !== kind)
      throw new Error(`the ${type} record has no ${kind} "${name}"`);
  }
  return value as StoredRecord;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return value === null ? 'null' : typeof value;
}
