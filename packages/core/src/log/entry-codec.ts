import { type Entry, type EntryInput, MESSAGE_FORMAT } from './entry.js';
import { CorruptRecordError, UnsupportedFormatError } from '../base/errors.js';
import { errorText } from '../base/error-text.js';
import { createId } from '../base/identifiers.js';
import { decodeValue, encodeValue, type EncodeOptions } from '../messages/message-codec.js';

/**
 * The entry that a store keeps for an input: with id, place and time. `now` is the time of an
 * input that has none.
 */
export function toEntry(
  input: EntryInput,
  sessionId: string,
  seq: number,
  now = new Date().toISOString(),
): Entry {
  const entry: Entry = {
    id: input.id ?? createId(),
    sessionId,
    seq,
    createdAt: input.createdAt ?? now,
    format: MESSAGE_FORMAT,
    message: input.message,
  };
  if (input.model !== undefined) entry.model = input.model;
  if (input.usage !== undefined) entry.usage = input.usage;
  if (input.metadata !== undefined) entry.metadata = input.metadata;
  return entry;
}

/** The entry as JSON text; see `encodeValue`. */
export function encodeEntry(entry: Entry, options?: EncodeOptions): string {
  return encodeValue(entry, options);
}

/**
 * The entry behind `encodeEntry`. `place` (file and line, table and row) goes into the
 * `CorruptRecordError` of what cannot be read; a newer format gives `UnsupportedFormatError`.
 */
export function decodeEntry(
  text: string,
  place: string,
  getMedia?: (sha256: string) => Uint8Array,
): Entry {
  const value = decodePlaced(text, place, getMedia);
  if (typeof value !== 'object' || value === null || !('seq' in value) || !('message' in value)) {
    throw new CorruptRecordError(place, 'not an entry');
  }
  const format = 'format' in value ? value.format : undefined;
  if (format !== MESSAGE_FORMAT) {
    throw new UnsupportedFormatError(
      `${place}: the entry has format ${JSON.stringify(format)}, but this version reads ` +
        `${MESSAGE_FORMAT}. Update everlong to open this session.`,
    );
  }
  return value as Entry;
}

/**
 * `decodeValue` whose every failure is a `CorruptRecordError` that names the place, and so is what
 * `check` throws.
 */
export function decodePlaced<Value = unknown>(
  text: string,
  place: string,
  getMedia?: (sha256: string) => Uint8Array,
  check: (value: unknown) => Value = (value) => value as Value,
): Value {
  try {
    return check(decodeValue(text, getMedia));
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'not JSON' : errorText(error);
    throw new CorruptRecordError(place, problem, error);
  }
}
