import { UnsupportedFormatError } from '@everlong/core';
import { showValue } from '@everlong/core/internal';

import type { Misfit, Shape } from '../json/shape.js';

/**
 * Throws `UnsupportedFormatError` for the first value that a format does not have in its place, so
 * that `read` passes over none. `name` is what the value is called.
 */
export function checkShape(format: string, name: string, value: unknown, shape: Shape): void {
  const misfit = shape(value);
  if (misfit !== undefined) throw misfitError(format, name, misfit);
}

/** The error for a value below `name` that the format does not have in its place. */
export function misfitError(
  format: string,
  name: string,
  { path, expected, found }: Misfit,
): UnsupportedFormatError {
  const keys = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`));
  const what = found === undefined ? 'is missing' : `is ${showValue(found)}`;
  return new UnsupportedFormatError(
    `${name}${keys.join('')} ${what}, where the format ${format} has ${expected}. Correct it, or ` +
      'name the format that the messages are in.',
  );
}
