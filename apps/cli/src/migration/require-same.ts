import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '@everlong/core';
import { encodeValue } from '@everlong/core/store-kit';

/** Throws `ConfigError` unless two stores say the same of what is at a place, bytes included. */
export function requireSame(place: string, left: unknown, right: unknown): void {
  const [one, other] = [encodeValue(left), encodeValue(right)];
  // The stores may keep the fields of a value in another order.
  if (one === other || isDeepStrictEqual(JSON.parse(one), JSON.parse(other))) return;
  throw new ConfigError(
    `${place} is not the same in both stores. Nothing was removed; give another folder with --to.`,
  );
}
