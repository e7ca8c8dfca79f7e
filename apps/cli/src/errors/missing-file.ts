/** Whether an error means that a file is not there. */
export function isMissingFile(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ENOENT' || error.code === 'ENOTDIR';
}

/**
 * A cause for errors about something missing, so that the exit code is "not found". Has no message
 * of its own.
 */
export function missingFile(): Error {
  return Object.assign(new Error(), { code: 'ENOENT' });
}
