import { isObject } from '@everlong/core/internal';

/** The value of JSON text if it is an object, else `undefined`. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
