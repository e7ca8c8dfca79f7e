import type { Entry, EntryInput } from '../log/entry.js';
import type { SessionRecord, StoredRecord } from '../log/record.js';
import type { SessionInfo, SessionInput, SessionPatch } from './session-info.js';

/**
 * Keeps sessions: two append-only logs each, entries and records. Nothing is ever changed or
 * removed but by `deleteSession`. A method that names an unknown session rejects with
 * `SessionNotFoundError`; a log that cannot be read gives `CorruptRecordError` with its place.
 */
export interface Store {
  /** Rejects with `StoreConflictError` when the id is taken. */
  createSession(input: SessionInput): Promise<SessionInfo>;

  getSession(sessionId: string): Promise<SessionInfo>;

  /**
   * Adds entries, all or none, and resolves when they are durable. Returns the stored entries in
   * the order given; an id that the session already holds is skipped and its stored entry returned.
   * With `expectedSeq`, rejects with `StoreConflictError` unless the log has exactly that many
   * entries (an append that would add nothing succeeds all the same).
   */
  append(
    sessionId: string,
    entries: readonly EntryInput[],
    options?: { expectedSeq?: number },
  ): Promise<Entry[]>;

  /** Entries by `seq`, both ends included; `reverse` gives the newest first, `limit` the most. */
  read(sessionId: string, options?: ReadOptions): AsyncIterable<Entry>;

  /**
   * Adds a record and resolves when it is durable. With `expectedEpoch`, rejects with
   * `StoreConflictError` unless that epoch is in force: the one of the last compaction, else 0.
   */
  appendRecord(
    sessionId: string,
    record: SessionRecord,
    options?: { expectedEpoch?: number },
  ): Promise<StoredRecord>;

  /** Records by `recordSeq`, both ends included; `type` keeps only records of that type. */
  readRecords(sessionId: string, options?: ReadRecordsOptions): AsyncIterable<StoredRecord>;

  /** The most recently updated first. */
  listSessions(options?: ListSessionsOptions): Promise<SessionInfo[]>;

  updateSession(sessionId: string, patch: SessionPatch): Promise<SessionInfo>;

  /** Removes both logs and the media: the only way to lose anything. */
  deleteSession(sessionId: string): Promise<void>;

  /** Entries whose text holds words of the query, best first. Any string is a valid query. */
  search(query: string, options?: SearchOptions): Promise<SearchHit[]>;

  /** Keeps bytes once per content and session, and returns their SHA-256 in hex. */
  putMedia(sessionId: string, bytes: Uint8Array, mediaType: string): Promise<string>;

  /** The bytes behind a hash; rejects with `CorruptRecordError` when they are not there. */
  getMedia(sessionId: string, sha256: string): Promise<Uint8Array>;

  /** Releases files and locks; later calls reject. Closing twice is harmless. */
  close(): Promise<void>;
}

export interface ReadOptions {
  from?: number;
  to?: number;
  limit?: number;
  reverse?: boolean;
}

export interface ReadRecordsOptions extends ReadOptions {
  type?: SessionRecord['type'];
}

export interface ListSessionsOptions {
  agent?: string;
  limit?: number;
  /** Only sessions updated before this ISO time: the `updatedAt` of the last one of a page. */
  before?: string;
}

export interface SearchOptions {
  sessionId?: string;
  /** Only entries with `seq` at most this. */
  throughSeq?: number;
  /** Default 20. */
  limit?: number;
}

export interface SearchHit {
  sessionId: string;
  entryId: string;
  seq: number;
  /** Higher is better; comparable within one answer only. */
  score: number;
  /** At most about 200 characters around the best match, secrets redacted. */
  excerpt: string;
}
