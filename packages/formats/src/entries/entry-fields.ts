import type { EntryMetadata } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import type { EntryFields } from './entry-log.js';
import { isoTime } from '../json/iso-time.js';
import { textOf } from '../json/json-fields.js';

/** The fields of an entry that have a value: recorded time, model, metadata. */
export function entryFields(
  timestamp: unknown,
  metadata: EntryMetadata = {},
  model?: unknown,
): EntryFields {
  const createdAt = isoTime(timestamp);
  const modelName = textOf(model);
  return {
    ...definedFields({ createdAt, model: modelName }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}
