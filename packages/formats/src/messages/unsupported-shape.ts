import { UnsupportedFormatError } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

/** The error of a `read` that was given something else. */
export function unsupportedShape(format: string, expected: string, found: unknown) {
  const text = jsonText(found) || String(found);
  const shown = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return new UnsupportedFormatError(
    `${shown} is nothing that ${format} writes: expected ${expected}. ` +
      'Read it with the function of the format that it has.',
  );
}
