import { redactSecrets } from '@everlong/redaction';

/** The start of a text for an error message, with secrets redacted. */
export function excerpt(text: string, most = 80): string {
  const shown = redactSecrets(text);
  return shown.length > most ? `${shown.slice(0, most - 3).toWellFormed()}...` : shown;
}
