import { type SessionInfo, SessionNotFoundError } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import { entryLineKind } from '../lines/entry-line.js';
import { decodeMetaLine, type SessionMeta } from '../lines/meta-line.js';
import { emptyLog } from '../log/log-state.js';
import { type OpenLog, openLog } from '../log/open-log.js';
import { recordLineKind } from '../lines/record-line.js';
import { timeIn } from './line-times.js';
import type { SessionPaths } from './session-paths.js';

/** Both logs of a session; there is no second one before the first record. */
export interface SessionLogs {
  readonly paths: SessionPaths;
  readonly entries: OpenLog;
  readonly records: OpenLog | undefined;
  /** The session as it was when the logs were opened. */
  info(): Promise<SessionInfo>;
  close(): void;
}

/** Opens both logs; rejects with `SessionNotFoundError` when there is no such session. */
export async function openSessionLogs(paths: SessionPaths): Promise<SessionLogs> {
  const entries = await openLog(entryFiles(paths), entryLineKind(paths.id));
  if (entries === undefined) throw new SessionNotFoundError(paths.id);
  let records: OpenLog | undefined;
  try {
    records = await openLog(recordFiles(paths), recordLineKind);
  } catch (error) {
    entries.close();
    throw error;
  }
  return {
    paths,
    entries,
    records,
    async info() {
      const { createdAt, title, metadata } = await readMeta(entries);
      const { count, updatedAt } = entries.table.state;
      const { epoch, updatedAt: recordedAt } = records?.table.state ?? emptyLog;
      return {
        id: paths.id,
        agent: paths.agent,
        createdAt,
        updatedAt: new Date(Math.max(updatedAt, recordedAt) || entries.stats.mtime).toISOString(),
        entryCount: count,
        epoch,
        ...definedFields({ title, metadata }),
      };
    },
    close() {
      entries.close();
      records?.close();
    },
  };
}

/** The files of the log of entries. */
export function entryFiles({ entries, entriesIndex, lock }: SessionPaths) {
  return { log: entries, index: entriesIndex, lock };
}

/** The files of the log of records. */
export function recordFiles({ records, recordsIndex, lock }: SessionPaths) {
  return { log: records, index: recordsIndex, lock };
}

/**
 * Reads the last meta line. Without one, the session was created at the time of its first line, or
 * else when the file was.
 */
export async function readMeta(entries: OpenLog): Promise<SessionMeta> {
  let meta = decodeMetaLine(entries.checkpointLine()?.text ?? '');
  if (meta === undefined && !entries.table.isFresh) {
    await entries.table.rebuild();
    meta = decodeMetaLine(entries.checkpointLine()?.text ?? '');
  }
  if (meta?.createdAt !== undefined) return { createdAt: meta.createdAt, ...meta };
  const first = entries.table.state.count > 0 ? timeIn(await entries.line(0)) : undefined;
  return { createdAt: first ?? entries.stats.birthtime.toISOString(), ...meta };
}
