import { UnsupportedFormatError } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

import { excerpt } from '../json/excerpt.js';

/** The error of a `read` that was given something else. */
export function unsupportedShape(format: string, expected: string, found: unknown) {
  const shown = excerpt(jsonText(found) || String(found));
  return new UnsupportedFormatError(
    `${shown} is not in the format ${format}: expected ${expected}. ` +
      'Read it with the function of its own format.',
  );
}
