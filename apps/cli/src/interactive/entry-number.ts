import { ConfigError } from '@everlong/core';

/** Parses the number of an entry, `12` or `#12`. Throws `ConfigError` for anything else. */
export function readEntryNumber(text: string): number {
  const [, digits] = /^#?(\d{1,15})$/.exec(text.trim()) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new ConfigError(
    `${JSON.stringify(text)} is not the number of an entry. /history shows the numbers.`,
  );
}
