import { reportedExitCode } from '@everlong/core/internal';

/** Whether a result is a failure: by its type, or by the exit code that the output reports. */
export function isFailure(output: string, isError: boolean): boolean {
  if (isError) return true;
  const ends = output.length <= 800 ? output : `${output.slice(0, 400)}\n${output.slice(-400)}`;
  const code = reportedExitCode(ends);
  return code !== undefined && code !== 0;
}
