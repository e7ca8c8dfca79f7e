import { redactSecrets } from '@everlong/redaction';

/**
 * A wrong value as an error shows it: as JSON where JSON has it, at most `maxLength` characters,
 * recognised secrets redacted. Never throws.
 */
export function showValue(value: unknown, maxLength = 80): string {
  const text = redactSecrets(textOf(value));
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}

function keysOf(value: object): string {
  try {
    return `an object with the keys ${Object.keys(value).join(', ')}`;
  } catch {
    return 'an object that cannot be read';
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return keysOf(value as object);
  }
}
