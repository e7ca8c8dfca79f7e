import { ConfigError } from '../base/errors.js';
import { showValue as show } from '../base/show-value.js';
import type { SessionRecord } from '../log/record.js';
import { type FieldFault, recordFault } from '../log/record-fields.js';
import { isObject } from '../base/is-object.js';

/**
 * The record that a store is given, as it is stored: a compaction may lack its `type`, since `kind`
 * and `ranges` give it away. Throws `ConfigError` for what could not be read back as a record.
 */
export function checkRecordInput(value: unknown): SessionRecord {
  if (!isObject(value)) {
    throw new ConfigError(
      `appendRecord takes a record, an object with a type, not ${show(value)}.`,
    );
  }
  const { type } = value;
  if (type === undefined && typeof value['kind'] === 'string' && Array.isArray(value['ranges'])) {
    return checkRecordInput({ ...value, type: 'compaction' });
  }
  if (typeof type !== 'string' || type === '') {
    throw new ConfigError(
      `The type of a record must be a name, not ${show(type)}, in ${show(value)}. ` +
        'Give one, such as "compaction", "usage" or "note".',
    );
  }
  const fault = recordFault(type, value) ?? epochFault(value);
  if (fault === undefined) return value as unknown as SessionRecord;
  throw new ConfigError(
    `A ${type} record with ${fault.path} ${show(fault.value)} could not be read back. ` +
      `Give ${fault.expected}.`,
  );
}

/** A record with a `previousEpoch` moves the session to its `epoch`. */
function epochFault(record: Record<string, unknown>): FieldFault | undefined {
  if (!('previousEpoch' in record)) return undefined;
  const path = ['epoch', 'previousEpoch'].find((each) => !Number.isSafeInteger(record[each]));
  return path === undefined ? undefined : { path, expected: 'a whole number', value: record[path] };
}
