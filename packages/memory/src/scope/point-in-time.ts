import { type AsOf, ConfigError } from '@everlong/core';

import type { PointInTime } from '../facts/holds.js';
import type { MemoryContext } from './memory-context.js';

/** The point in time asked about; now by default. Throws `ConfigError` for an invalid time. */
export function pointInTime(
  { now }: Pick<MemoryContext, 'now'>,
  { validAt, knownAt }: AsOf,
): PointInTime {
  const present = now();
  return {
    validAt: validAt === undefined ? present : isoTime('validAt', validAt),
    knownAt: knownAt === undefined ? present : isoTime('knownAt', knownAt),
  };
}

/** A day or a time as ISO 8601 in UTC, so that times compare as texts. */
export function isoTime(name: string, text: string): string {
  const date = new Date(text);
  if (typeof text !== 'string' || Number.isNaN(date.getTime())) {
    throw new ConfigError(
      `${name} is ${JSON.stringify(text)}. Give a time as ISO 8601, such as 2026-05-01.`,
    );
  }
  return date.toISOString();
}
