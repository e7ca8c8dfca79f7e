import type { Entry } from '@everlong/core';
import {
  checkStoredMessage,
  decodePlaced,
  encodeValue,
  type EncodeOptions,
  MESSAGE_FORMAT,
} from '@everlong/core/store-kit';

import { seqOf } from './row-key.js';

/** The columns of an entry that are read back. */
export interface EntryRow {
  key: number;
  id: string;
  createdAt: string;
  message: string;
  details: string | null;
}

type Details = Pick<Entry, 'model' | 'usage' | 'metadata'>;

/** `model`, `usage` and `metadata` as JSON, or `null` when there are none. */
export function encodeDetails(
  { model, usage, metadata }: Details,
  options: EncodeOptions,
): string | null {
  if (model === undefined && usage === undefined && metadata === undefined) return null;
  return encodeValue({ model, usage, metadata }, options);
}

/** The entry behind a row; throws `CorruptRecordError` naming table and row. */
export function toStoredEntry(
  { key, id, createdAt, message, details }: EntryRow,
  sessionId: string,
  getMedia: (sha256: string) => Uint8Array,
): Entry {
  const seq = seqOf(key);
  const place = `table entries, row ${key} (session ${sessionId}, seq ${seq})`;
  const more = details === null ? {} : decodePlaced<Details>(details, place, getMedia);
  return {
    id,
    sessionId,
    seq,
    createdAt,
    format: MESSAGE_FORMAT,
    message: decodePlaced(message, place, getMedia, checkStoredMessage),
    ...more,
  };
}
