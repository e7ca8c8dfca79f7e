/** Whether an error means that a file is not there. */
export function isMissingFile(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ENOENT' || error.code === 'ENOTDIR';
}

/**
 * A cause for errors about something that is not there, which the exit code then says too. It has
 * no message: theirs says all.
 */
export function missingFile(): Error {
  return Object.assign(new Error(), { code: 'ENOENT' });
}
