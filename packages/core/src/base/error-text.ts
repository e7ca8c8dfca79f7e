/** The message of an `Error`, or anything else that was thrown as a string. Never throws. */
export function errorText(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'an error without a readable message';
  }
}
