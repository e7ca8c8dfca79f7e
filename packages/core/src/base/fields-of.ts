import { isObject } from './is-object.js';

/** The value as an object; anything else has no fields. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
