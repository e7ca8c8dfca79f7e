import { CorruptRecordError } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

import { excerpt } from './excerpt.js';

/** The error for a value that should have been something else, with its place and beginning. */
export function unexpectedValue(
  place: string,
  expected: string,
  found: unknown,
): CorruptRecordError {
  const shown = found === undefined ? 'nothing' : excerpt(jsonText(found), 60);
  return new CorruptRecordError(place, `expected ${expected}, found ${shown}`);
}
