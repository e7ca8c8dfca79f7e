/** Numbers below this are seconds since 1970, others milliseconds: it is 1973 in milliseconds. */
const FIRST_MILLISECONDS = 100_000_000_000;

/**
 * A recorded time as ISO 8601 in UTC with milliseconds: from a text, or from seconds or
 * milliseconds since 1970. A text without a zone counts as UTC, so that every machine reads the
 * same; what is no time gives `undefined`.
 */
export function isoTime(value: unknown): string | undefined {
  const time = typeof value === 'string' ? textTime(value) : numericTime(value);
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function textTime(text: string): number {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  return Date.parse(hasZone || !text.includes(':') ? text : `${text}Z`);
}

function numericTime(value: unknown): number {
  if (typeof value !== 'number') return Number.NaN;
  return Math.abs(value) < FIRST_MILLISECONDS ? value * 1000 : value;
}
