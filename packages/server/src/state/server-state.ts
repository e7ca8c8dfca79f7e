/**
 * What the server stores besides sessions: keys, jobs, tenants, idempotent answers, usage and the
 * audit log, each a JSON document with a place. Every method is one atomic, durable step, among
 * several processes too.
 */
export interface ServerState {
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

  /** Rejects when documents cannot be read. */
  check(): Promise<void>;

  close(): Promise<void>;
}

/** Where a document is. */
export interface Place {
  tenant: string;
  kind: StateKind;
  id: string;
}

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

export interface StateQuery {
  kind: StateKind;
  /** Default: of every tenant. */
  tenant?: string;
  /** Only ids after this one, in the order asked for. */
  after?: string;
  /** Default: all. */
  limit?: number;
  reverse?: boolean;
}

export interface StateDocument<Value> {
  tenant: string;
  id: string;
  value: Value;
}
