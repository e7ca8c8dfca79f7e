import type { ModelMessage } from '@everlong/core';
import { fieldsToMessage } from '@everlong/core/internal';
import { decodeValue } from '@everlong/core/store-kit';
import { type Fields, scalarText } from '../json/json-fields.js';

/** Whether everlong wrote the line: its fields then say the message exactly. */
export function isEverlongLine({ seq, id }: Fields): boolean {
  return typeof seq === 'number' && typeof id === 'string';
}

/**
 * The message of a line that everlong wrote; `getMedia` finds content beside the file. Throws when
 * the fields are not what everlong writes.
 */
export function everlongMessage(
  line: Fields,
  getMedia: (sha256: string) => Uint8Array,
): ModelMessage {
  const encoded = fieldsToMessage(roleOf(line), line);
  return decodeValue(JSON.stringify(encoded), getMedia) as ModelMessage;
}

function roleOf({ type }: Fields): string {
  return type === 'tool_result' ? 'tool' : scalarText(type);
}
