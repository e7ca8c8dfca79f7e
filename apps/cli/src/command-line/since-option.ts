import { InvalidArgumentError } from 'commander';

/** Days of a unit. */
const days: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 };

/** Reads a time as ISO 8601: a date, or how long ago it was, such as `7d`, `2w`, `3m` or `1y`. */
export function sinceTime(text: string): string {
  const [, count, unit = ''] = /^(\d{1,4})([dwmy])$/.exec(text) ?? [];
  const ago = days[unit];
  if (count !== undefined && ago !== undefined) {
    return new Date(Date.now() - Number(count) * ago * 86_400_000).toISOString();
  }
  const isDate = /^\d{4}(?:-\d\d(?:-\d\d(?:T[\d:.]+Z?)?)?)?$/.test(text);
  const time = new Date(isDate ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new InvalidArgumentError('Give a date such as 2026-01-31, or an age such as 7d, 2w or 1y.');
}
