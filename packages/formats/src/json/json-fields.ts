import type { JsonValue } from '@everlong/core';
import { isObject } from '@everlong/core/internal';

export { fieldsOf } from '@everlong/core/internal';

/** An object of a foreign file: nothing is known about it. */
export type Fields = Record<string, unknown>;

/** Whether the value is an object and no list. */
export const isFields: (value: unknown) => value is Fields = isObject;

/** The value if it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value if it is a finite number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The fields that have a value, as metadata; `null` counts as none. */
export function present(fields: Fields): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Record<string, JsonValue>;
}

/**
 * A plain value or a `URL` as text; nothing for other objects, whose `toString` may be anything.
 */
export function scalarText(value: unknown): string {
  if (value instanceof URL) return value.href;
  return typeof value === 'object' && value !== null ? '' : String(value);
}
