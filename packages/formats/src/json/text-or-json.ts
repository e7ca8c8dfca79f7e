import { jsonText } from '@everlong/core/internal';

/** A text as it is, nothing as an empty one, and anything else as its JSON. */
export function textOrJson(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : jsonText(value);
}
