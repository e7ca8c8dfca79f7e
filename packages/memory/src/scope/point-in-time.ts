import { type AsOf, ConfigError, type MemoryFact } from '@everlong/core';
import { showValue } from '@everlong/core/internal';

import type { MemoryContext } from './memory-context.js';

/** A point on both time axes. */
export interface PointInTime extends Required<AsOf> {
  /** What was said later was not known; nothing is, where the caller asks about now. */
  saidUntil: string;
}

/** Whether, by what was known at `knownAt`, the fact holds at `validAt`. */
export function holds(
  { recordedAt, retiredAt, validFrom, validTo }: MemoryFact,
  { validAt, knownAt }: PointInTime,
): boolean {
  if (recordedAt > knownAt || validFrom > validAt) return false;
  const endIsKnown = retiredAt === undefined || retiredAt <= knownAt;
  return validTo === undefined || !endIsKnown || validAt < validTo;
}

/**
 * The point in time asked about; by default what holds now, by everything that is known: a clock
 * may have been put back since it was recorded. Throws `ConfigError` for an invalid time.
 */
export function pointInTime({ now }: Pick<MemoryContext, 'now'>, asOf: AsOf): PointInTime {
  const [, last] = YEARS;
  const validAt = asOf.validAt === undefined ? undefined : isoTime('validAt', asOf.validAt);
  const knownAt = asOf.knownAt === undefined ? last : isoTime('knownAt', asOf.knownAt);
  const asked = validAt ?? (knownAt === last ? last : now());
  return { validAt: validAt ?? now(), knownAt, saidUntil: asked < knownAt ? asked : knownAt };
}

/** When a message was said: none is of the future, but the clock of its log may have been fast. */
export function saidAt({ now }: Pick<MemoryContext, 'now'>, createdAt: string): string {
  const present = now();
  return createdAt < present ? createdAt : present;
}

const DAY = /^\d{4}(?:-\d\d(?:-\d\d)?)?/;
const TIME = /^(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** A day or a time as ISO 8601 in UTC, so that times compare as texts. */
export function isoTime(name: string, text: unknown): string {
  const date = typeof text === 'string' && isIso8601(text) ? new Date(text) : undefined;
  if (date !== undefined && !Number.isNaN(date.getTime())) return date.toISOString();
  throw new ConfigError(
    `${name} is ${showValue(text)}. Give a time as ISO 8601, such as 2026-05-01.`,
  );
}

/** `Date` reads much more than that, in ways of its own: 2.3.2026 as 3 February, and 30 February. */
function isIso8601(text: string): boolean {
  const [day] = DAY.exec(text) ?? [];
  if (day === undefined || !TIME.test(text.slice(day.length))) return false;
  const read = new Date(day);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}

const YEARS = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'] as const;

/**
 * Any time that `Date` reads in UTC, so that times compare as texts; the first or the last one with
 * a year of four digits where it is further away.
 */
export function utcTime(text: string): string {
  const time = new Date(text).getTime();
  const [first, last] = YEARS.map((each) => Date.parse(each));
  return new Date(Math.min(Math.max(time, first ?? time), last ?? time)).toISOString();
}
