/**
 * The server's data besides sessions: keys, jobs, tenants, idempotent answers, usage and the audit
 * log, each a JSON document with a place. Every method is one atomic, durable step, among several
 * processes too.
 */
export interface ServerState {
  /** The document of a place; `undefined` without one. */
  get<Value>(place: Place): Promise<Value | undefined>;

  /** Stores a value in an empty place; resolves with `false` when it is taken. */
  insert(place: Place, value: unknown): Promise<boolean>;

  /**
   * Replaces a value with the result of `change` (`undefined`: no value) and resolves with it.
   * `change` must be pure: it may be called again.
   */
  update<Value>(
    place: Place,
    change: (value: Value | undefined) => Value | undefined,
  ): Promise<Value | undefined>;

  /** The documents of a kind, by id in ascending order. */
  list<Value>(query: StateQuery): Promise<StateDocument<Value>[]>;

  /** Removes a tenant's documents; resolves with their number. */
  deleteTenant(tenant: string): Promise<number>;

  /** Leaves nothing of what was removed or replaced before in any file. */
  scrub(): Promise<void>;

  /** Rejects when documents cannot be read, or not be written. */
  check(): Promise<void>;

  /** Releases the database. Closing twice is harmless. */
  close(): Promise<void>;
}

/** The place of a document. */
export interface Place {
  tenant: string;
  kind: StateKind;
  id: string;
}

/** The subject of a document. */
export type StateKind =
  | 'key'
  | 'job'
  | 'active-job'
  | 'tenant'
  | 'idempotency'
  | 'usage'
  | 'audit'
  | 'memory'
  | 'server';

/** Which documents to list. */
export interface StateQuery {
  /** Only documents of this kind. */
  kind: StateKind;
  /** Default: of every tenant. */
  tenant?: string;
  /** Only ids after this one, in the order asked for. */
  after?: string;
  /** Default: all. */
  limit?: number;
  /** True to list by descending id. Default false. */
  reverse?: boolean;
}

/** A stored document and its place. */
export interface StateDocument<Value> {
  tenant: string;
  id: string;
  value: Value;
}
