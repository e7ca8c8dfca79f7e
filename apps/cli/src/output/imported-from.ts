import type { SessionInfo, SessionInput } from '@everlong/core';
import { isObject } from '@everlong/core/internal';

/** The key of a session's metadata that says where it was imported from. */
const KEY = 'imported';

/** Where an imported session comes from. */
export interface ImportedFrom {
  /** The program that recorded it. */
  tool: string;
  file: string;
  /** With the first session of a file: its size and time when all of it had been imported. */
  read?: { bytes: number; modifiedAt: number };
  /** The folder that was worked in. */
  project?: string;
  /** Entries that were imported; a session that has more went on here. */
  entryCount?: number;
  /** The session's id there. */
  sessionId?: string;
  /** For a sub-agent: the id here of the session that it worked for. */
  parent?: string;
  /** The program's id of the session that this one was forked from. */
  forkedFrom?: string;
  /** The id here of the session that has the same beginning, whose usage is counted there. */
  sharesWith?: string;
  /** Responses with which a copy of a part may begin, by their ids. */
  anchors?: string[];
  /** The times of the first message and the last. */
  startedAt?: string;
  endedAt?: string;
}

/** Where a session was imported from; `undefined` for one that began here. */
export function importedFrom({
  metadata,
}: {
  metadata?: SessionInput['metadata'] | undefined;
}): ImportedFrom | undefined {
  const from = metadata?.[KEY];
  return isObject(from) ? (from as unknown as ImportedFrom) : undefined;
}

/** The metadata of a session with where it comes from. */
export function withImportedFrom(
  metadata: SessionInput['metadata'],
  from: ImportedFrom,
): NonNullable<SessionInput['metadata']> {
  return { ...metadata, [KEY]: { ...from } };
}

/** When a session was last used: for one that was imported, there. */
export function lastUsed(info: Pick<SessionInfo, 'metadata' | 'updatedAt' | 'entryCount'>): string {
  const { endedAt, entryCount } = importedFrom(info) ?? {};
  return endedAt !== undefined && entryCount === info.entryCount ? endedAt : info.updatedAt;
}

/** When a session began: for one that was imported, there. */
export function began(info: Pick<SessionInfo, 'metadata' | 'createdAt'>): string {
  return importedFrom(info)?.startedAt ?? info.createdAt;
}
