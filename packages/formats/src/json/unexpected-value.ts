import { CorruptRecordError } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

/** The error for a value that should have been something else, with its place and beginning. */
export function unexpectedValue(
  place: string,
  expected: string,
  found: unknown,
): CorruptRecordError {
  const text = found === undefined ? 'nothing' : redactSecrets(jsonText(found));
  const shown = text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return new CorruptRecordError(place, `expected ${expected}, found ${shown}`);
}
