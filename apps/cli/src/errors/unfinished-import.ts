import { hostname } from 'node:os';
import { ConfigError, type SessionInfo } from '@everlong/core';

/** A key of a session's metadata; whoever is killed while importing leaves it behind. */
const KEY = 'unfinishedImport';

type Marked = Pick<SessionInfo, 'metadata'>;

/** Metadata of a session while it is imported; no other import of it has the same. */
export function importMark(): Record<string, string> {
  return { [KEY]: [hostname(), process.pid, globalThis.crypto.randomUUID()].join(' ') };
}

/** Whether a session has this very mark. */
export function hasImportMark({ metadata }: Marked, mark: Record<string, string>): boolean {
  return metadata?.[KEY] === mark[KEY];
}

/** Whether a session is a part of one, left by an import that did not end, or has not yet. */
export function isUnfinishedImport({ metadata }: Marked): boolean {
  return metadata?.[KEY] !== undefined;
}

/** Whether another process of this machine, which still runs, is importing the session. */
export function isImportedElsewhere({ metadata }: Marked): boolean {
  const mark = metadata?.[KEY];
  const [host, pid] = typeof mark === 'string' ? mark.split(' ') : [];
  if (host !== hostname() || Number(pid) === process.pid) return false;
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

/** Throws `ConfigError` for a part of a session: nobody is to continue or export it as a whole. */
export function requireFinishedImport(info: Marked & Pick<SessionInfo, 'id'>): void {
  if (!isUnfinishedImport(info)) return;
  throw new ConfigError(
    `The import of session "${info.id}" did not finish. Import its file again, or delete what is ` +
      `there with everlong sessions delete ${info.id}.`,
  );
}
