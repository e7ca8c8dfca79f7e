/** Whether an error means that a file is not there. */
export function isMissingFile(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ENOENT' || error.code === 'ENOTDIR';
}

/** A cause for errors about something that is not there, which the exit code then says too. */
export function missingFile(what: string): Error {
  return Object.assign(new Error(`${what} is not there`), { code: 'ENOENT' });
}
