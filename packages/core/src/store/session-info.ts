import type { JsonValue } from '../base/json-value.js';

/** A store's knowledge of a session without reading its logs. */
export interface SessionInfo {
  id: string;
  agent: string;
  title?: string;
  /** ISO 8601; `updatedAt` moves with every append, record and update. */
  createdAt: string;
  updatedAt: string;
  /** The number of entries, which is the `seq` of the next one. */
  entryCount: number;
  /** The epoch in force: that of the last compaction or rewind, 0 before the first. */
  epoch: number;
  metadata?: Record<string, JsonValue>;
  /**
   * In a list: why a store cannot read this session. It then knows no more than the id, the agent
   * and the times; `entryCount` and `epoch` are 0.
   */
  unreadable?: string;
}

/** A new session. */
export interface SessionInput {
  /**
   * Default: a random UUID. Letters, digits, `-`, `_` and `.`, at most 128, not starting with `.`.
   */
  id?: string;
  /** Whose session it is: a name by the same rule as `id`. */
  agent: string;
  /** For lists of sessions. Default: none. */
  title?: string;
  /** JSON of the caller's. Default: none. */
  metadata?: Record<string, JsonValue>;
}

/** Changes of a session: a field that is absent stays as it is, `metadata` is replaced whole. */
export interface SessionPatch {
  /** For lists of sessions. */
  title?: string;
  /** JSON of the caller's. */
  metadata?: Record<string, JsonValue>;
}
