/**
 * What an error of any kind says: an `Error` its message, anything else as a string. Never throws.
 */
export function errorText(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'an error without a readable message';
  }
}
