import type { Entry, EntryInput } from '../log/entry.js';
import type { SessionRecord, StoredRecord } from '../log/record.js';
import type { SessionInfo, SessionInput, SessionPatch } from './session-info.js';

/**
 * Keeps sessions: two append-only logs each, entries and records. Nothing is ever changed, and only
 * `deleteSession` removes anything. A method that names an unknown session rejects with
 * `SessionNotFoundError`, one with an unknown option or a value that cannot be used with
 * `ConfigError`; a log that cannot be read gives `CorruptRecordError` with its place.
 */
export interface Store {
  /** Rejects with `StoreConflictError` when the id is taken. */
  createSession(input: SessionInput): Promise<SessionInfo>;

  /** The session as it is now. */
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
   * `StoreConflictError` unless that epoch is in force: that of the last record with a
   * `previousEpoch` (a compaction, a rewind), else 0. A rewind without `throughSeq` gets the `seq`
   * of the newest entry; a compaction may lack its `type`. Rejects with `ConfigError` when a field
   * is missing that readers rely on.
   */
  appendRecord(
    sessionId: string,
    record: SessionRecord,
    options?: { expectedEpoch?: number },
  ): Promise<StoredRecord>;

  /** Records by `recordSeq`, both ends included; `type` keeps only records of that type. */
  readRecords(sessionId: string, options?: ReadRecordsOptions): AsyncIterable<StoredRecord>;

  /** The most recently updated first, or in the order that the options ask for. */
  listSessions(options?: ListSessionsOptions): Promise<SessionInfo[]>;

  /** Sets the title and metadata that the patch has; leaves the others. */
  updateSession(sessionId: string, patch: SessionPatch): Promise<SessionInfo>;

  /** Removes both logs and the media; nothing else ever removes anything. */
  deleteSession(sessionId: string): Promise<void>;

  /**
   * Entries whose text holds words of the query, best first, without those that rewinds withdrew.
   * Any string is a valid query. Case and accents do not matter; a word of three letters or more
   * stands for all that begin with it. Whether other forms count (`deployed` for `deploying`) is up
   * to the store.
   */
  search(query: string, options?: SearchOptions): Promise<SearchHit[]>;

  /** Keeps bytes once per content and session, and returns their SHA-256 in hex. */
  putMedia(sessionId: string, bytes: Uint8Array, mediaType: string): Promise<string>;

  /** The bytes behind a hash; rejects with `CorruptRecordError` when they are not there. */
  getMedia(sessionId: string, sha256: string): Promise<Uint8Array>;

  /**
   * The sessions of one tenant, and nothing else: session ids are unique within a tenant. The store
   * itself is that of the tenant `default`. Throws `ConfigError` for what cannot be a name, and on
   * a tenant's store for any other tenant. Closing a tenant's store closes nothing.
   */
  forTenant(tenantId: string): Store;

  /** Releases files and locks; later calls reject. Closing twice is harmless. */
  close(): Promise<void>;
}

/** Which items of a log to read. */
export interface ReadOptions {
  /** The first position, included. Default 0. */
  from?: number;
  /** The last position, included. Default: the end of the log. */
  to?: number;
  /** The most items to read. Default: all. */
  limit?: number;
  /** Reads from `to` down to `from`. Default `false`. */
  reverse?: boolean;
}

/** Which records to read; `limit` counts those of the type. */
export interface ReadRecordsOptions extends ReadOptions {
  /** Only records of this type. */
  type?: SessionRecord['type'];
}

/** Which sessions to list. */
export interface ListSessionsOptions {
  /** Only sessions of this agent. */
  agent?: string;
  /** The most sessions to list. Default: all. */
  limit?: number;
  /** Only sessions updated before this ISO time: the `updatedAt` of the last one of a page. */
  before?: string;
  /**
   * `created`: the newest first, an order that never changes, so that pages neither repeat nor skip
   * a session that is in use. Default `updated`.
   */
  order?: 'updated' | 'created';
  /** With order `created`: only sessions that follow this one; it must be there. */
  after?: string;
  /** With order `created`: the oldest first. */
  reverse?: boolean;
}

/** The range of a search, and its limits. */
export interface SearchOptions {
  /** Only entries of this session. Default: of every session. */
  sessionId?: string;
  /** Only entries of these sessions; those that are not there are passed over. Default: of all. */
  sessionIds?: readonly string[];
  /** Only entries with `seq` at most this. */
  throughSeq?: number;
  /** Withdrawn entries too. Default `false`. */
  withdrawn?: boolean;
  /** The most hits. Default 20. */
  limit?: number;
}

/** An entry that holds words of a query. */
export interface SearchHit {
  sessionId: string;
  entryId: string;
  seq: number;
  /** Higher is better; comparable within one answer only. */
  score: number;
  /** At most about 200 characters around the best match, secrets redacted. */
  excerpt: string;
}
