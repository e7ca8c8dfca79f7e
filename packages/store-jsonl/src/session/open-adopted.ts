import { isFileError } from '../files/file-errors.js';
import { openSessionLogs, type SessionLogs } from './session-logs.js';
import type { SessionPaths } from './session-paths.js';
import type { SessionWriter } from './session-writer.js';
import { foreignSummary } from './summary-file.js';

/**
 * Opens the logs of a session; a summary that supyagent left becomes the first record. Where
 * nothing can be written, the session is opened without it.
 */
export async function openAdopted(
  paths: SessionPaths,
  writer: SessionWriter,
): Promise<SessionLogs> {
  const logs = await openSessionLogs(paths);
  const { count } = logs.entries.table.state;
  if (logs.records !== undefined || foreignSummary(paths.summary, count) === undefined) return logs;
  logs.close();
  try {
    // Every change adopts the summary.
    await writer.change(paths.id, () => undefined);
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
  return openSessionLogs(paths);
}
